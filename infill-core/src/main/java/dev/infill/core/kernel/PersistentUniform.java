package dev.infill.core.kernel;

import java.util.random.RandomGenerator;

/**
 * The uniform number of a Metropolis–Hastings decision as a part of the chain's state, moved on by
 * a constant in place of being drawn again (Neal 2020, "Non-reversibly updating a uniform [0,1]
 * value for Metropolis accept/reject decisions"). The number is u = |v|, v uniform on (−1, 1] under
 * the stationary distribution, which is π × uniform. A small constant lets u stay small for a while
 * and large for a while, so that acceptances come in runs, and refusals too; how many there are of
 * each does not change. Immutable.
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

  /** Draws one from its stationary distribution. */
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

  /**
   * Says whether a proposal is accepted: |v| &lt; r.
   *
   * @param logRatio log r, r = π(θ′) q(θ|θ′) / (π(θ) q(θ′|θ)); finite, −∞ or +∞
   */
  public boolean accepts(double logRatio) {
    return Math.abs(v) < Math.exp(Math.min(0, logRatio));
  }

  /**
   * Returns the number after an accepted proposal: v / r, so that |v| π(θ) stays what it was where
   * q is symmetric.
   *
   * @param logRatio log r of the proposal that {@link #accepts} accepted
   */
  public PersistentUniform afterAcceptance(double logRatio) {
    double divided = v / Math.exp(logRatio);
    // |v| < r, so that rounding alone can lead beyond 1.
    return new PersistentUniform(Math.max(-1, Math.min(1, divided)));
  }
}
