package dev.infill.core.sampler;

import dev.infill.core.kernel.AcceptanceRule;

/** How a Metropolis–Hastings decision gets its random number. */
public enum AcceptanceKind {
  /** A new one for every move; the usual one. */
  REVERSIBLE,
  /** One that a chain keeps and moves on by δ, so that refusals follow each other (Neal 2020). */
  NON_REVERSIBLE;

  /**
   * Returns the rule of a kernel.
   *
   * @param delta δ, for those that have one
   */
  AcceptanceRule rule(double delta) {
    return switch (this) {
      case REVERSIBLE -> AcceptanceRule.REVERSIBLE;
      case NON_REVERSIBLE -> AcceptanceRule.nonReversible(delta);
    };
  }
}
