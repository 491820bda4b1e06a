package dev.infill.core.infill;

import java.util.List;

/**
 * Which tokens one blank may or may not hold, on top of the vocabulary choice.
 *
 * @param allowed if not empty, only these tokens
 * @param forbidden never these tokens
 */
public record BlankConstraint(List<String> allowed, List<String> forbidden) {
  /** No constraint. */
  public static final BlankConstraint NONE = new BlankConstraint(List.of(), List.of());

  /** Copies the lists. */
  public BlankConstraint {
    allowed = List.copyOf(allowed);
    forbidden = List.copyOf(forbidden);
  }
}
