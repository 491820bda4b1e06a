package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The restricted Boltzmann machine with its hidden units summed out: U(θ) = Σₖ softplus((Wθ + a)ₖ)
 * + bᵀθ on θ ∈ {0, 1}^d (Zhang, Liu &amp; Liu 2022, 7.2). Given the hidden units, visible ones are
 * independent, and the other way round: P(hₖ = 1 | θ) = σ((Wθ + a)ₖ), P(θᵢ = 1 | h) = σ((Wᵀh +
 * b)ᵢ). The conditionals are those of π.
 */
public final class RestrictedBoltzmannMachine implements SmoothEnergy {
  private final double[][] weights;
  private final double[] hiddenBias;
  private final double[] visibleBias;

  private RestrictedBoltzmannMachine(
      double[][] weights, double[] hiddenBias, double[] visibleBias) {
    this.weights = weights;
    this.hiddenBias = hiddenBias;
    this.visibleBias = visibleBias;
  }

  /**
   * Returns the energy.
   *
   * @param weights W, hidden × visible units; copied
   * @param hiddenBias a, one per hidden unit; copied
   * @param visibleBias b, one per visible unit; copied
   */
  public static RestrictedBoltzmannMachine of(
      double[][] weights, double[] hiddenBias, double[] visibleBias) {
    if (weights.length != hiddenBias.length
        || visibleBias.length == 0
        || Arrays.stream(weights).anyMatch(row -> row.length != visibleBias.length)) {
      throw new IllegalArgumentException(
          "W must be of %d × %d, as a and b are long"
              .formatted(hiddenBias.length, visibleBias.length));
    }
    return new RestrictedBoltzmannMachine(
        Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new),
        hiddenBias.clone(),
        visibleBias.clone());
  }

  /**
   * Returns the machine without hidden units, whose visible ones are independent.
   *
   * @param visibleBias b, one per visible unit; copied
   */
  public static RestrictedBoltzmannMachine withoutHiddenUnits(double[] visibleBias) {
    return of(new double[0][], new double[0], visibleBias);
  }

  /** Returns log Z if there were no weights: log(1 + exp) of all biases, added up. */
  public double logNormalizerWithoutWeights() {
    return Arrays.stream(hiddenBias).map(RestrictedBoltzmannMachine::softplus).sum()
        + Arrays.stream(visibleBias).map(RestrictedBoltzmannMachine::softplus).sum();
  }

  /**
   * Returns the machine between one without weights and this one: (1 − β) of the first's visible
   * biases, and β of all parameters of this.
   *
   * @param bias of the visible units of the machine without weights
   * @param beta β, from 0 to 1
   */
  RestrictedBoltzmannMachine between(double[] bias, double beta) {
    double[] between = visibleBias.clone();
    for (int i = 0; i < between.length; i++) {
      between[i] = (1 - beta) * bias[i] + beta * visibleBias[i];
    }
    return new RestrictedBoltzmannMachine(
        Arrays.stream(weights).map(row -> scaled(row, beta)).toArray(double[][]::new),
        scaled(hiddenBias, beta),
        between);
  }

  private static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }

  @Override
  public List<Domain> domains() {
    return Collections.nCopies(visibleBias.length, Ordinal.binary());
  }

  /**
   * Returns P(hₖ = 1 | θ) of every hidden unit.
   *
   * @param state θ
   */
  public double[] hiddenProbabilities(State state) {
    double[] probabilities = inputs(values(state));
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] = sigmoid(probabilities[k]);
    }
    return probabilities;
  }

  /**
   * Returns P(θᵢ = 1 | h) of every visible unit.
   *
   * @param hidden whether each hidden unit is on
   */
  public double[] visibleProbabilities(boolean[] hidden) {
    double[] probabilities = visibleBias.clone();
    for (int k = 0; k < hidden.length; k++) {
      if (hidden[k]) {
        add(weights[k], 1, probabilities);
      }
    }
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] = sigmoid(probabilities[i]);
    }
    return probabilities;
  }

  /**
   * Draws all hidden units given the visible ones, and then all visible ones given these.
   *
   * @param state the visible units
   * @param random draws
   */
  public State resample(State state, RandomGenerator random) {
    double[] hidden = hiddenProbabilities(state);
    boolean[] on = new boolean[hidden.length];
    for (int k = 0; k < on.length; k++) {
      on[k] = random.nextDouble() < hidden[k];
    }
    return State.of(
        Arrays.stream(visibleProbabilities(on))
            .mapToInt(probability -> random.nextDouble() < probability ? 1 : 0)
            .toArray());
  }

  @Override
  public double energyAt(double[] values) {
    return energy(values, inputs(values));
  }

  @Override
  public double[] slopesAt(double[] values) {
    return slopes(inputs(values));
  }

  @Override
  public Evaluation evaluationAt(double[] values) {
    double[] inputs = inputs(values);
    return new Evaluation(
        energy(values, inputs), new double[0], SmoothEnergy.columns(slopes(inputs)));
  }

  /** One pass for both values: the inputs of hidden units differ by a column of W. */
  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    return contexts.stream()
        .map(context -> new Conditional(energiesOf(context.state(), context.coordinate())))
        .toList();
  }

  private double[] energiesOf(State state, int coordinate) {
    double[] values = values(state.with(coordinate, 0));
    double[] inputs = inputs(values);
    double off = energy(values, inputs);
    values[coordinate] = 1;
    for (int k = 0; k < inputs.length; k++) {
      inputs[k] += weights[k][coordinate];
    }
    return new double[] {off, energy(values, inputs)};
  }

  private double energy(double[] values, double[] inputs) {
    double sum = 0;
    for (int i = 0; i < visibleBias.length; i++) {
      sum += visibleBias[i] * values[i];
    }
    for (double input : inputs) {
      sum += softplus(input);
    }
    return sum;
  }

  private double[] slopes(double[] inputs) {
    double[] slopes = visibleBias.clone();
    for (int k = 0; k < inputs.length; k++) {
      add(weights[k], sigmoid(inputs[k]), slopes);
    }
    return slopes;
  }

  /** Returns Wθ + a. */
  private double[] inputs(double[] values) {
    double[] inputs = hiddenBias.clone();
    for (int k = 0; k < inputs.length; k++) {
      double sum = 0;
      double[] row = weights[k];
      for (int i = 0; i < values.length; i++) {
        sum += row[i] * values[i];
      }
      inputs[k] += sum;
    }
    return inputs;
  }

  private static void add(double[] row, double factor, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += factor * row[i];
    }
  }

  private static double softplus(double x) {
    return Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }
}
