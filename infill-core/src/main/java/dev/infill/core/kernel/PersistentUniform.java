package dev.infill.core.kernel;

import java.util.random.RandomGenerator;

/**
 * The uniform number u = |v| of a Metropolis–Hastings decision, kept with the chain and moved on by
 * a constant (Neal 2020, "Non-reversibly updating a uniform [0,1] value for Metropolis
 * accept/reject decisions"). Under the stationary law π × U(−1, 1), v is uniform on (−1, 1].
 * Immutable.
 *
 * @param v in [−1, 1]
 */
public record PersistentUniform(double v) {
  /** Checks the range. */
  public PersistentUniform {
    if (!(v >= -1 && v <= 1)) {
      throw new IllegalArgumentException("v lies between -1 and 1, not at " + v);
    }
  }

  /** Draws v from its stationary law. */
  public static PersistentUniform draw(RandomGenerator random) {
    return new PersistentUniform(1 - 2 * random.nextDouble());
  }

  /**
   * Returns the number of the next decision: v + δ, less 2 where that exceeds 1.
   *
   * @param delta δ, in [0, 2)
   */
  public PersistentUniform advancedBy(double delta) {
    double sum = v + delta;
    return new PersistentUniform(sum > 1 ? sum - 2 : sum);
  }

  /** Returns u = |v|, which makes a move if it is below r. */
  public double u() {
    return Math.abs(v);
  }

  /**
   * Returns the number after a move: v / r. So |v| π(θ) stays the same where q is symmetric, and
   * the way back, of ratio 1 / r, leads to v again.
   *
   * @param logRatio log r of a move that was made: |v| &lt; r
   */
  public PersistentUniform afterAcceptance(double logRatio) {
    double divided = v / Math.exp(logRatio);
    // |v| < r, so that rounding alone can lead beyond 1.
    return new PersistentUniform(Math.max(-1, Math.min(1, divided)));
  }
}
