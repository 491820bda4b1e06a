package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import java.util.Collections;
import java.util.List;

/**
 * U(θ) = log Σₗ exp(−‖θ − μₗ‖² / (2σ²)) on integers {0, …, N}^d: modes far from each other (eq. 16
 * of the paper on discrete Langevin samplers via continuous intermediates, with two corrections:
 * the paper prints no minus sign, and 2σ for the denominator. 2σ² is that of a normal density of
 * variance σ², which is what its App. H.3 calls the 0.3 that it takes). ∇U(θ) = Σₗ wₗ(θ) (μₗ − θ) /
 * σ², wₗ the share of mode l. The conditionals are those of π.
 */
public final class GaussianMixtureEnergy implements SmoothEnergy {
  private final int largest;
  private final List<double[]> means;
  private final double variance;

  /**
   * Creates the energy.
   *
   * @param largest N, at least 1
   * @param means μ₁, μ₂, …, at least one, all of length d; copied
   * @param variance σ², positive
   */
  public GaussianMixtureEnergy(int largest, List<double[]> means, double variance) {
    if (largest < 1 || means.isEmpty() || !(variance > 0)) {
      throw new IllegalArgumentException(
          "N = %d, %d modes, variance %s".formatted(largest, means.size(), variance));
    }
    if (means.stream().anyMatch(mean -> mean.length != means.get(0).length)) {
      throw new IllegalArgumentException("modes of different dimensions");
    }
    this.largest = largest;
    this.means = means.stream().map(double[]::clone).toList();
    this.variance = variance;
  }

  @Override
  public List<Domain> domains() {
    return Collections.nCopies(means.get(0).length, Ordinal.range(0, largest));
  }

  @Override
  public double energyAt(double[] values) {
    return modes(values).logNormalizer();
  }

  @Override
  public double[] slopesAt(double[] values) {
    CategoricalDistribution modes = modes(values);
    double[] slopes = new double[values.length];
    for (int l = 0; l < modes.size(); l++) {
      double share = Math.exp(modes.logProbability(l));
      for (int i = 0; i < slopes.length; i++) {
        slopes[i] += share * (means.get(l)[i] - values[i]) / variance;
      }
    }
    return slopes;
  }

  /** Returns how much of the density at a point comes from each mode. */
  private CategoricalDistribution modes(double[] values) {
    return CategoricalDistribution.ofLogWeights(
        means.stream().mapToDouble(mean -> exponent(mean, values)).toArray());
  }

  private double exponent(double[] mean, double[] values) {
    double exponent = 0;
    for (int i = 0; i < mean.length; i++) {
      double difference = values[i] - mean[i];
      exponent -= difference * difference / (2 * variance);
    }
    return exponent;
  }
}
