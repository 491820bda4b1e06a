package dev.infill.evaluation.lab.continuous;

import dev.infill.core.kernel.PersistentUniform;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * Where the uniform numbers of Metropolis–Hastings decisions come from.
 *
 * @param delta the constant by which the number moves on ({@link PersistentUniform}), in (0, 2);
 *     empty if every decision draws a new one
 */
public record AcceptanceRule(OptionalDouble delta) {
  /** Checks the range. */
  public AcceptanceRule {
    if (delta.isPresent() && !(delta.getAsDouble() > 0 && delta.getAsDouble() < 2)) {
      throw new IllegalArgumentException("δ lies between 0 and 2, not at " + delta.getAsDouble());
    }
  }

  /** Returns the usual rule: a new number for every decision. */
  public static AcceptanceRule reversible() {
    return new AcceptanceRule(OptionalDouble.empty());
  }

  /**
   * Returns Neal's rule: the number is kept, and moves on by a constant.
   *
   * @param delta the constant, in (0, 2)
   */
  public static AcceptanceRule nonReversible(double delta) {
    return new AcceptanceRule(OptionalDouble.of(delta));
  }

  /** Returns the number of the next decision. */
  PersistentUniform next(PersistentUniform last, RandomGenerator random) {
    return delta.isPresent()
        ? last.advancedBy(delta.getAsDouble())
        : PersistentUniform.draw(random);
  }
}
