package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import java.util.Arrays;
import java.util.List;

/**
 * U(θ) = θᵀWθ + bᵀθ on numbers (Zhang, Liu &amp; Liu 2022, eq. 5), with ∇U(θ) = (W + Wᵀ)θ + b. The
 * conditionals are those of π.
 */
public final class LogQuadraticEnergy implements SmoothEnergy {
  private final List<Domain> domains;
  private final double[][] weights;

  /** W + Wᵀ. */
  private final double[][] symmetric;

  private final double[] bias;

  /**
   * Creates the energy.
   *
   * @param domains Θ₁ … Θ_m
   * @param weights W, m × m; copied
   * @param bias b, of length m; copied
   */
  public LogQuadraticEnergy(List<Ordinal> domains, double[][] weights, double[] bias) {
    int size = domains.size();
    if (bias.length != size
        || weights.length != size
        || Arrays.stream(weights).anyMatch(row -> row.length != size)) {
      throw new IllegalArgumentException(
          size + " coordinates need W of " + size + " × " + size + " and b of " + size);
    }
    this.domains = List.copyOf(domains);
    this.weights = Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new);
    this.bias = bias.clone();
    this.symmetric = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        symmetric[i][j] = weights[i][j] + weights[j][i];
      }
    }
  }

  @Override
  public List<Domain> domains() {
    return domains;
  }

  @Override
  public double energyAt(double[] values) {
    double sum = 0;
    for (int i = 0; i < bias.length; i++) {
      double row = bias[i];
      for (int j = 0; j < bias.length; j++) {
        row += weights[i][j] * values[j];
      }
      sum += row * values[i];
    }
    return sum;
  }

  /** The gradient gives U as well: U(θ) = ½ θᵀ(∇U(θ) + b). */
  @Override
  public Evaluation evaluationAt(double[] values) {
    double[] slopes = slopesAt(values);
    double energy = 0;
    for (int i = 0; i < values.length; i++) {
      energy += values[i] * (slopes[i] + bias[i]) / 2;
    }
    return new Evaluation(energy, new double[0], SmoothEnergy.columns(slopes));
  }

  @Override
  public double[] slopesAt(double[] values) {
    double[] slopes = new double[bias.length];
    for (int i = 0; i < slopes.length; i++) {
      double[] row = symmetric[i];
      double slope = bias[i];
      for (int j = 0; j < row.length; j++) {
        slope += row[j] * values[j];
      }
      slopes[i] = slope;
    }
    return slopes;
  }
}
