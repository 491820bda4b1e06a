package dev.infill.core.energy;

import java.util.Arrays;

/**
 * The Euclidean projection onto the probability simplex {w : w_v ≥ 0, Σ w_v = 1}: w_v = max(0, y_v
 * − τ), the threshold τ such that the weights sum to one (Held, Wolfe &amp; Crowder 1974; Duchi et
 * al. 2008, Algorithm 1).
 */
final class SimplexProjection {
  private SimplexProjection() {}

  /**
   * Projects a point.
   *
   * @param point y ∈ ℝⁿ; components may be −∞, not all of them, and none +∞ or NaN
   * @throws IllegalArgumentException if it is no such point
   */
  static SparseVector of(double[] point) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double component : point) {
      if (Double.isNaN(component)) {
        throw new IllegalArgumentException("a component is not a number");
      }
      largest = Math.max(largest, component);
    }
    if (!Double.isFinite(largest)) {
      throw new IllegalArgumentException("the largest component is " + largest);
    }
    // τ ≥ largest − 1, as no weight exceeds 1: few of 30,522 words are left to sort.
    double least = largest - 1;
    double[] sorted = Arrays.stream(point).filter(y -> y > least).sorted().toArray();
    // Relative to the largest, so that the sums keep their digits.
    double sum = 0;
    double threshold = 0;
    for (int k = 1; k <= sorted.length; k++) {
      double component = sorted[sorted.length - k] - largest;
      sum += component;
      double candidate = (sum - 1) / k;
      if (component <= candidate) {
        break;
      }
      threshold = candidate;
    }
    return above(point, largest, threshold);
  }

  private static SparseVector above(double[] point, double largest, double threshold) {
    int[] indices = new int[point.length];
    double[] weights = new double[point.length];
    int support = 0;
    for (int v = 0; v < point.length; v++) {
      double weight = point[v] - largest - threshold;
      if (weight > 0) {
        indices[support] = v;
        weights[support] = weight;
        support++;
      }
    }
    return SparseVector.of(
        point.length, Arrays.copyOf(indices, support), Arrays.copyOf(weights, support));
  }
}
