package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The posterior of a binary Bayesian neural network with one hidden layer, all weights −1 or +1,
 * each as likely before (Zhang, Liu &amp; Liu 2022, 7.4): U(θ) = −s/N Σₙ (f(xₙ; θ) − yₙ)², f(x; θ)
 * = σ(b₂ + Σₖ w₂ₖ tanh(b₁ₖ + w₁ₖᵀx)). The paper writes s = N; its published code has s = 100, and
 * the biases and the σ that the paper does not mention.
 *
 * <p>Coordinates are w₁ of the first hidden unit, of the second …, b₁, w₂ and b₂: h (d + 2) + 1 of
 * them for h hidden units and d inputs.
 */
public final class BinaryNetwork implements SmoothEnergy {
  private final double[][] inputs;
  private final double[] targets;
  private final int hidden;
  private final double scale;

  private BinaryNetwork(double[][] inputs, double[] targets, int hidden, double scale) {
    this.inputs = inputs;
    this.targets = targets;
    this.hidden = hidden;
    this.scale = scale;
  }

  /**
   * Returns the energy.
   *
   * @param inputs xₙ, row by row, all of one length; copied
   * @param targets yₙ, between 0 and 1 if the network is to meet them; copied
   * @param hidden h, at least 1
   * @param scale s, positive
   */
  public static BinaryNetwork of(double[][] inputs, double[] targets, int hidden, double scale) {
    if (inputs.length == 0
        || inputs.length != targets.length
        || Arrays.stream(inputs).anyMatch(row -> row.length != inputs[0].length)
        || hidden < 1
        || !(scale > 0)) {
      throw new IllegalArgumentException(
          "%d rows, %d targets, %d hidden units, s = %s"
              .formatted(inputs.length, targets.length, hidden, scale));
    }
    return new BinaryNetwork(
        Arrays.stream(inputs).map(double[]::clone).toArray(double[][]::new),
        targets.clone(),
        hidden,
        scale);
  }

  /** Returns how many rows there are. */
  public int rows() {
    return inputs.length;
  }

  /**
   * Returns the energy of some rows, −s times the mean of their squared errors.
   *
   * @param rows their numbers, at least one
   */
  public BinaryNetwork ofRows(int... rows) {
    return new BinaryNetwork(
        Arrays.stream(rows).mapToObj(n -> inputs[n]).toArray(double[][]::new),
        Arrays.stream(rows).mapToDouble(n -> targets[n]).toArray(),
        hidden,
        scale);
  }

  @Override
  public List<Domain> domains() {
    return Collections.nCopies(hidden * (inputs[0].length + 2) + 1, Ordinal.spin());
  }

  /**
   * Returns f(x; θ) of each of some rows.
   *
   * @param state θ
   * @param rows x, as long as the energy's own
   */
  public double[] outputs(State state, double[][] rows) {
    double[] weights = values(state);
    double[] layer = new double[hidden];
    return Arrays.stream(rows).mapToDouble(row -> output(weights, row, layer)).toArray();
  }

  @Override
  public double energyAt(double[] values) {
    double[] layer = new double[hidden];
    double sum = 0;
    for (int n = 0; n < inputs.length; n++) {
      double error = output(values, inputs[n], layer) - targets[n];
      sum += error * error;
    }
    return -scale / inputs.length * sum;
  }

  @Override
  public double[] slopesAt(double[] values) {
    double[] slopes = new double[values.length];
    differentiate(values, slopes);
    return slopes;
  }

  @Override
  public Evaluation evaluationAt(double[] values) {
    double[] slopes = new double[values.length];
    double energy = differentiate(values, slopes);
    return new Evaluation(energy, new double[0], SmoothEnergy.columns(slopes));
  }

  /** Returns U, and adds its slopes. */
  private double differentiate(double[] weights, double[] slopes) {
    int width = inputs[0].length;
    int biases = hidden * width;
    int second = biases + hidden;
    double[] layer = new double[hidden];
    double sum = 0;
    for (int n = 0; n < inputs.length; n++) {
      double[] row = inputs[n];
      double output = output(weights, row, layer);
      double error = output - targets[n];
      sum += error * error;
      double top = -2 * scale / inputs.length * error * output * (1 - output);
      for (int k = 0; k < hidden; k++) {
        slopes[second + k] += top * layer[k];
        double below = top * weights[second + k] * (1 - layer[k] * layer[k]);
        slopes[biases + k] += below;
        for (int i = 0; i < width; i++) {
          slopes[k * width + i] += below * row[i];
        }
      }
      slopes[second + hidden] += top;
    }
    return -scale / inputs.length * sum;
  }

  /** Returns f(x) and leaves what the hidden units are. */
  private double output(double[] weights, double[] row, double[] layer) {
    int biases = hidden * row.length;
    int second = biases + hidden;
    double sum = weights[second + hidden];
    for (int k = 0; k < hidden; k++) {
      double input = weights[biases + k];
      for (int i = 0; i < row.length; i++) {
        input += weights[k * row.length + i] * row[i];
      }
      layer[k] = Math.tanh(input);
      sum += weights[second + k] * layer[k];
    }
    return 1 / (1 + Math.exp(-sum));
  }
}
