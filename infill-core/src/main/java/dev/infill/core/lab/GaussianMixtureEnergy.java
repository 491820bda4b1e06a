package dev.infill.core.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import java.util.Collections;
import java.util.List;

/**
 * U(θ) = log Σₗ exp(−‖θ − μₗ‖² / (2σ²)) on integers {0, …, N}^d: modes far from each other (eq. 16
 * of the paper on discrete Langevin samplers via continuous intermediates, which prints no minus
 * sign). ∇U(θ) = Σₗ wₗ(θ) (μₗ − θ) / σ², wₗ the share of mode l. The conditionals are those of π.
 */
public final class GaussianMixtureEnergy implements ClosedFormEnergy {
  private final int largest;
  private final List<double[]> means;
  private final double variance;

  private GaussianMixtureEnergy(int largest, List<double[]> means, double variance) {
    this.largest = largest;
    this.means = means;
    this.variance = variance;
  }

  /**
   * Returns the energy.
   *
   * @param largest N, at least 1
   * @param means μ₁, μ₂, …, at least one, all of length d; copied
   * @param variance σ², positive
   */
  public static GaussianMixtureEnergy of(int largest, List<double[]> means, double variance) {
    if (largest < 1 || means.isEmpty() || !(variance > 0)) {
      throw new IllegalArgumentException(
          "N = %d, %d modes, variance %s".formatted(largest, means.size(), variance));
    }
    if (means.stream().anyMatch(mean -> mean.length != means.get(0).length)) {
      throw new IllegalArgumentException("modes of different dimensions");
    }
    return new GaussianMixtureEnergy(
        largest, means.stream().map(double[]::clone).toList(), variance);
  }

  @Override
  public List<Domain> domains() {
    return Collections.nCopies(means.get(0).length, Ordinal.range(0, largest));
  }

  @Override
  public double energyAt(State state) {
    double[] exponents = exponents(state);
    double top = largest(exponents);
    double sum = 0;
    for (double exponent : exponents) {
      sum += Math.exp(exponent - top);
    }
    return top + Math.log(sum);
  }

  @Override
  public double[][] gradientAt(State state) {
    double[] exponents = exponents(state);
    double top = largest(exponents);
    double[][] gradient = new double[state.size()][1];
    double sum = 0;
    for (int l = 0; l < exponents.length; l++) {
      double weight = Math.exp(exponents[l] - top);
      sum += weight;
      for (int i = 0; i < gradient.length; i++) {
        gradient[i][0] += weight * (means.get(l)[i] - state.get(i)) / variance;
      }
    }
    for (double[] slope : gradient) {
      slope[0] /= sum;
    }
    return gradient;
  }

  private double[] exponents(State state) {
    double[] exponents = new double[means.size()];
    for (int l = 0; l < exponents.length; l++) {
      double[] mean = means.get(l);
      for (int i = 0; i < mean.length; i++) {
        double difference = state.get(i) - mean[i];
        exponents[l] -= difference * difference / (2 * variance);
      }
    }
    return exponents;
  }

  private static double largest(double[] numbers) {
    double top = Double.NEGATIVE_INFINITY;
    for (double number : numbers) {
      top = Math.max(top, number);
    }
    return top;
  }
}
