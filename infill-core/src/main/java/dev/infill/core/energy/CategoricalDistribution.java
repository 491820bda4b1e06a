package dev.infill.core.energy;

import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * A distribution over the indices 0 … n − 1, held as normalised log-probabilities and their
 * cumulative sums. Immutable.
 */
public final class CategoricalDistribution {
  private final double[] logProbabilities;
  private final double[] cumulative;
  private final double logNormalizer;

  private CategoricalDistribution(
      double[] logProbabilities, double[] cumulative, double logNormalizer) {
    this.logProbabilities = logProbabilities;
    this.cumulative = cumulative;
    this.logNormalizer = logNormalizer;
  }

  /**
   * Returns softmax(logWeights).
   *
   * @param logWeights n unnormalised log-probabilities, in nats, each finite or −∞ (never drawn)
   * @throws IllegalArgumentException if there is no weight above −∞, or one is NaN or +∞
   */
  public static CategoricalDistribution ofLogWeights(double[] logWeights) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double weight : logWeights) {
      if (Double.isNaN(weight) || weight == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException("a log-weight is " + weight);
      }
      largest = Math.max(largest, weight);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      throw new IllegalArgumentException("no log-weight above −∞ among " + logWeights.length);
    }
    double[] cumulative = new double[logWeights.length];
    double sum = 0;
    for (int k = 0; k < logWeights.length; k++) {
      // Of two values, as spins have, one is the largest: that spares every other exponential.
      sum += logWeights[k] == largest ? 1 : Math.exp(logWeights[k] - largest);
      cumulative[k] = sum;
    }
    double logNormalizer = largest + Math.log(sum);
    double[] logProbabilities = new double[logWeights.length];
    for (int k = 0; k < logWeights.length; k++) {
      logProbabilities[k] = logWeights[k] - logNormalizer;
    }
    return new CategoricalDistribution(logProbabilities, cumulative, logNormalizer);
  }

  /**
   * Returns this distribution restricted to some indices, and normalised again; itself where none
   * of these is possible.
   *
   * @param admitted says which are left
   */
  CategoricalDistribution among(IntPredicate admitted) {
    double[] logWeights = logProbabilities.clone();
    boolean possible = false;
    for (int k = 0; k < logWeights.length; k++) {
      if (!admitted.test(k)) {
        logWeights[k] = Double.NEGATIVE_INFINITY;
      }
      possible |= logWeights[k] > Double.NEGATIVE_INFINITY;
    }
    return possible ? ofLogWeights(logWeights) : this;
  }

  /** Returns n, the number of indices. */
  public int size() {
    return logProbabilities.length;
  }

  /**
   * Returns the log-probability of an index, in nats; −∞ if it is never drawn.
   *
   * @param index 0 ≤ index &lt; {@link #size()}
   */
  public double logProbability(int index) {
    return logProbabilities[index];
  }

  /** Returns log Σₖ exp(logWeightₖ) of the weights that this distribution was made of, in nats. */
  public double logNormalizer() {
    return logNormalizer;
  }

  /**
   * Draws an index with one uniform number, by binary search in the cumulative sums.
   *
   * @param random the source of the uniform number
   */
  public int sample(RandomGenerator random) {
    double target = random.nextDouble() * cumulative[cumulative.length - 1];
    int low = 0;
    int high = cumulative.length - 1;
    // The first index whose cumulative sum exceeds the target: one of weight 0 is never it.
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
