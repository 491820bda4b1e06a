package dev.infill.core.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * U(θ) = θᵀWθ + bᵀθ on numbers (Zhang, Liu &amp; Liu 2022, eq. 5), with ∇U(θ) = (W + Wᵀ)θ + b. The
 * conditionals are those of π.
 */
public final class LogQuadraticEnergy implements ClosedFormEnergy, SmoothEnergy {
  private final List<Ordinal> ordinals;
  private final double[][] weights;

  /** W + Wᵀ. */
  private final double[][] symmetric;

  private final double[] bias;

  private LogQuadraticEnergy(List<Ordinal> ordinals, double[][] weights, double[] bias) {
    this.ordinals = ordinals;
    this.weights = weights;
    this.symmetric = new double[weights.length][weights.length];
    for (int i = 0; i < weights.length; i++) {
      for (int j = 0; j < weights.length; j++) {
        symmetric[i][j] = weights[i][j] + weights[j][i];
      }
    }
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
    return energyAt(values(state));
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

  @Override
  public double[][] gradientAt(State state) {
    return gradient(slopesAt(values(state)));
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return Optional.of(
        ClosedFormRelaxation.of(
            point ->
                gradient(
                    slopesAt(point.coordinates().stream().mapToDouble(x -> x.get(0)).toArray()))));
  }

  private static double[][] gradient(double[] slopes) {
    double[][] gradient = new double[slopes.length][1];
    for (int i = 0; i < slopes.length; i++) {
      gradient[i][0] = slopes[i];
    }
    return gradient;
  }

  /** The gradient gives U as well: U(θ) = ½ θᵀ(∇U(θ) + b). */
  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (gradient != GradientKind.EXACT) {
      return ClosedFormEnergy.super.evaluate(states, gradient);
    }
    List<Evaluation> evaluations = new ArrayList<>(states.size());
    for (State state : states) {
      double[] values = values(state);
      double[] slopes = slopesAt(values);
      double energy = 0;
      for (int i = 0; i < values.length; i++) {
        energy += values[i] * (slopes[i] + bias[i]) / 2;
      }
      evaluations.add(new Evaluation(energy, new double[0], gradient(slopes)));
    }
    return evaluations;
  }

  @Override
  public double[] slopesAt(double[] values) {
    double[] slopes = bias.clone();
    for (int i = 0; i < slopes.length; i++) {
      for (int j = 0; j < slopes.length; j++) {
        slopes[i] += symmetric[i][j] * values[j];
      }
    }
    return slopes;
  }

  private double[] values(State state) {
    double[] values = new double[bias.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = ordinals.get(i).value(state.get(i));
    }
    return values;
  }
}
