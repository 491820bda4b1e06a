package dev.infill.core.kernel;

import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * Where the number comes from that a Metropolis–Hastings decision is made by. A move is made if u
 * &lt; r, r being the ratio exp(U(θ′) − U(θ)) q(θ|θ′) / q(θ′|θ). If u is uniform on (0, 1) and
 * independent of where the chain is, a step keeps π, however one u follows from the other.
 *
 * <p>A rule may keep with every chain a number v, whose absolute value is u. Immutable.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Acceptance".
 */
public interface AcceptanceRule {
  /** A new u for every move: the usual one, reversible where the kernel is. */
  AcceptanceRule REVERSIBLE = new Reversible();

  /**
   * Returns what v is at a chain's next step, whatever is proposed.
   *
   * @param kept what it was after the last one; empty before the first
   * @param random the chain's own stream
   * @return v in (−1, 1]; empty if u is drawn when a move asks for it
   */
  OptionalDouble advanced(OptionalDouble kept, RandomGenerator random);

  /**
   * Returns u, which makes a move if it is below r.
   *
   * @param advanced v, empty if there is none
   * @param random the chain's own stream
   * @return |v|, or else a new number in [0, 1)
   */
  static double uniform(OptionalDouble advanced, RandomGenerator random) {
    return advanced.isPresent() ? Math.abs(advanced.getAsDouble()) : random.nextDouble();
  }

  /**
   * Returns what v is after a move was made. One that is refused leaves it as it is.
   *
   * @param advanced v as it decided, |v| &lt; r; empty if there is none
   * @param logRatio log r, of a move that changes nothing 0
   */
  OptionalDouble accepted(OptionalDouble advanced, double logRatio);

  /**
   * Returns Neal's non-reversible rule.
   *
   * @param delta δ, above 0 and below 2
   */
  static AcceptanceRule nonReversible(double delta) {
    return new NonReversible(delta);
  }

  /** A new u for every move. */
  record Reversible() implements AcceptanceRule {
    @Override
    public OptionalDouble advanced(OptionalDouble kept, RandomGenerator random) {
      return OptionalDouble.empty();
    }

    @Override
    public OptionalDouble accepted(OptionalDouble advanced, double logRatio) {
      return advanced;
    }
  }

  /**
   * u is kept with the chain and moves on by steps of δ ({@link PersistentUniform}): v = ±u is
   * drawn from U(−1, 1) once, grows by δ at every step and goes on at −1 when it has passed 1; a
   * move that is made turns it into v / r, from where the way back, of ratio 1 / r, leads to v
   * again. It leaves π × U(−1, 1) invariant, and so π. While u is near 0 moves are accepted, and
   * while it is near 1 refused: rejections cluster. How many there are does not change. A move that
   * changes nothing has r = 1: it is accepted, and v is what the step of δ has made of it.
   *
   * <p>If r has a few values only, and these and δ are simple fractions, v can go round in a cycle
   * that does not fill (−1, 1): then no single chain, but only all chains together, visit states as
   * often as π says. An irrational δ avoids that.
   *
   * @param delta δ, above 0 and below 2
   */
  record NonReversible(double delta) implements AcceptanceRule {
    /** Checks the range. */
    public NonReversible {
      if (!(delta > 0 && delta < 2)) {
        throw new IllegalArgumentException("δ lies between 0 and 2, not at " + delta);
      }
    }

    @Override
    public OptionalDouble advanced(OptionalDouble kept, RandomGenerator random) {
      PersistentUniform last =
          kept.isPresent()
              ? new PersistentUniform(kept.getAsDouble())
              : PersistentUniform.draw(random);
      return OptionalDouble.of(last.advancedBy(delta).v());
    }

    @Override
    public OptionalDouble accepted(OptionalDouble advanced, double logRatio) {
      return OptionalDouble.of(
          new PersistentUniform(advanced.orElseThrow()).afterAcceptance(logRatio).v());
    }
  }
}
