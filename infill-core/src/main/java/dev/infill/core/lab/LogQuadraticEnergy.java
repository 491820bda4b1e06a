package dev.infill.core.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * U(θ) = θᵀWθ + bᵀθ on numbers (Zhang, Liu &amp; Liu 2022, eq. 5), with ∇U(θ) = (W + Wᵀ)θ + b. The
 * conditionals are those of π.
 */
public final class LogQuadraticEnergy implements ClosedFormEnergy {
  private final List<Ordinal> ordinals;
  private final double[][] weights;
  private final double[] bias;

  private LogQuadraticEnergy(List<Ordinal> ordinals, double[][] weights, double[] bias) {
    this.ordinals = ordinals;
    this.weights = weights;
    this.bias = bias;
  }

  /**
   * Returns the energy.
   *
   * @param domains Θ₁ … Θ_m
   * @param weights W, m × m; copied
   * @param bias b, of length m; copied
   */
  public static LogQuadraticEnergy of(List<Ordinal> domains, double[][] weights, double[] bias) {
    int size = domains.size();
    if (bias.length != size
        || weights.length != size
        || Arrays.stream(weights).anyMatch(row -> row.length != size)) {
      throw new IllegalArgumentException(
          size + " coordinates need W of " + size + " × " + size + " and b of " + size);
    }
    return new LogQuadraticEnergy(
        List.copyOf(domains),
        Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new),
        bias.clone());
  }

  @Override
  public List<Domain> domains() {
    return List.copyOf(ordinals);
  }

  @Override
  public double energyAt(State state) {
    double sum = 0;
    for (int i = 0; i < bias.length; i++) {
      double row = bias[i];
      for (int j = 0; j < bias.length; j++) {
        row += weights[i][j] * value(state, j);
      }
      sum += row * value(state, i);
    }
    return sum;
  }

  @Override
  public double[][] gradientAt(State state) {
    return gradientAt(i -> value(state, i));
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return Optional.of(ClosedFormRelaxation.of(point -> gradientAt(i -> point.get(i).get(0))));
  }

  private double[][] gradientAt(IntToDoubleFunction x) {
    double[][] gradient = new double[bias.length][1];
    for (int i = 0; i < bias.length; i++) {
      double slope = bias[i];
      for (int j = 0; j < bias.length; j++) {
        slope += (weights[i][j] + weights[j][i]) * x.applyAsDouble(j);
      }
      gradient[i][0] = slope;
    }
    return gradient;
  }

  private double value(State state, int coordinate) {
    return ordinals.get(coordinate).value(state.get(coordinate));
  }
}
