package dev.infill.core.energy;

import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * A distribution over the indices 0 … n − 1, held as log-weights and the cumulative sum of the
 * weights after every {@value #BLOCK} of them: a draw looks at one block only. Immutable.
 */
public final class CategoricalDistribution {
  private static final int BLOCK = 128;

  private final double[] logWeights;
  private final double largest;

  /** The sum of the weights up to the end of each block, as a share of the largest weight. */
  private final double[] cumulative;

  private final double logNormalizer;

  private CategoricalDistribution(
      double[] logWeights, double largest, double[] cumulative, double logNormalizer) {
    this.logWeights = logWeights;
    this.largest = largest;
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
    return ofOwnLogWeights(logWeights.clone());
  }

  /** The same; the array is taken over and must not be changed afterwards. */
  static CategoricalDistribution ofOwnLogWeights(double[] logWeights) {
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
    double[] cumulative = new double[(logWeights.length + BLOCK - 1) / BLOCK];
    double sum = 0;
    for (int k = 0; k < logWeights.length; k++) {
      sum += weight(logWeights[k], largest);
      cumulative[k / BLOCK] = sum;
    }
    return new CategoricalDistribution(logWeights, largest, cumulative, largest + Math.log(sum));
  }

  /** The largest weight needs no exponential: with spins, this is every second one. */
  private static double weight(double logWeight, double largest) {
    return logWeight == largest ? 1 : Math.exp(logWeight - largest);
  }

  /**
   * Returns this distribution restricted to some indices, and normalised again.
   *
   * @param admitted says which indices are left
   * @return empty if none of them is possible
   */
  public Optional<CategoricalDistribution> among(IntPredicate admitted) {
    double[] left = new double[size()];
    boolean possible = false;
    for (int k = 0; k < left.length; k++) {
      left[k] = admitted.test(k) ? logProbability(k) : Double.NEGATIVE_INFINITY;
      possible |= left[k] > Double.NEGATIVE_INFINITY;
    }
    return possible ? Optional.of(ofOwnLogWeights(left)) : Optional.empty();
  }

  /** Returns n, the number of indices. */
  public int size() {
    return logWeights.length;
  }

  /**
   * Returns the log-probability of an index, in nats; −∞ if it is never drawn.
   *
   * @param index 0 ≤ index &lt; {@link #size()}
   */
  public double logProbability(int index) {
    return logWeights[index] - logNormalizer;
  }

  /** Returns log Σₖ exp(logWeightₖ) of the given log-weights, in nats. */
  public double logNormalizer() {
    return logNormalizer;
  }

  /**
   * Draws an index with one uniform number: the first whose cumulative sum exceeds it. An index of
   * weight 0 is never drawn.
   *
   * @param random the source of the uniform number
   */
  public int sample(RandomGenerator random) {
    double target = random.nextDouble() * cumulative[cumulative.length - 1];
    int low = 0;
    int high = cumulative.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    // Added in the same order as the cumulative sums, so that both agree to the last bit.
    double sum = low == 0 ? 0 : cumulative[low - 1];
    int last = Math.min((low + 1) * BLOCK, logWeights.length) - 1;
    for (int k = low * BLOCK; k < last; k++) {
      sum += weight(logWeights[k], largest);
      if (sum > target) {
        return k;
      }
    }
    return last;
  }
}
