package dev.infill.core.kernel;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The source of the number u that decides on a move. A move is made if u &lt; r, r = exp(U(θ′) −
 * U(θ)) q(θ|θ′) / q(θ′|θ). A step keeps π if u is uniform on (0, 1) and independent of the chain's
 * state. The numbers of successive steps may depend on each other.
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "Acceptance".
 *
 * @param delta δ of {@link #nonReversible}; 0 for {@link #REVERSIBLE}
 */
public record AcceptanceRule(double delta) {
  /** Draws a new u for every move. This is the usual rule; a reversible kernel stays reversible. */
  public static final AcceptanceRule REVERSIBLE = new AcceptanceRule(0);

  /** Checks the range. */
  public AcceptanceRule {
    if (!(delta >= 0 && delta < 2)) {
      throw new IllegalArgumentException("δ lies between 0 and 2, not at " + delta);
    }
  }

  /**
   * Returns Neal's non-reversible rule, which keeps u with the chain ({@link PersistentUniform}). v
   * is drawn once, and grows by δ at every step; a move divides it by r. The rule keeps π × U(−1,
   * 1), and so π. Moves are accepted while u is near 0 and refused while it is near 1, so that
   * refusals follow each other. Their number does not change.
   *
   * <p>If r has a few values only, and these and δ are simple fractions, v can run in a cycle that
   * does not fill (−1, 1). Then a single chain does not visit states as often as π says, though all
   * chains together do. An irrational δ avoids that.
   *
   * @param delta δ, above 0 and below 2
   * @throws IllegalArgumentException if δ is outside
   */
  public static AcceptanceRule nonReversible(double delta) {
    if (delta == 0) {
      throw new IllegalArgumentException("δ lies between 0 and 2, not at " + delta);
    }
    return new AcceptanceRule(delta);
  }

  /**
   * Returns the number of a chain's next step, before anything is proposed.
   *
   * @param kept the number after the last step; empty before the first
   * @param random the chain's own stream
   * @return empty if the rule keeps none
   */
  public Optional<PersistentUniform> advanced(
      Optional<PersistentUniform> kept, RandomGenerator random) {
    return delta == 0
        ? Optional.empty()
        : Optional.of(kept.orElseGet(() -> PersistentUniform.draw(random)).advancedBy(delta));
  }
}
