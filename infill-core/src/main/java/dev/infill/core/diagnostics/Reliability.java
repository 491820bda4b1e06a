package dev.infill.core.diagnostics;

import java.util.Locale;

/** Whether probabilities can be relied on. */
public enum Reliability {
  /**
   * They are known: the model tells those of a single blank at once, or all fillings were scored.
   */
  EXACT,
  /** They are right within a few of their standard errors. */
  RELIABLE,
  /** Draws or chains are too few, or disagree. */
  UNRELIABLE,
  /** Only what they are at most is known: the sampler is approximate. */
  BOUNDS_ONLY,
  /** Nothing was found out yet. */
  NOT_SAMPLED;

  /** Says whether probabilities can be relied on: they are known, or right within their errors. */
  public boolean isReliedOn() {
    return this == EXACT || this == RELIABLE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
