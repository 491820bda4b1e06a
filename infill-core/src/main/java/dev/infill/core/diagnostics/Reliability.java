package dev.infill.core.diagnostics;

import java.util.Locale;

/** Whether probabilities can be relied on. */
public enum Reliability {
  /** They are known: a single blank takes one pass, or all fillings were scored. */
  EXACT,
  /** They are right within a few of their standard errors. */
  RELIABLE,
  /** Draws or chains are too few, or disagree. */
  UNRELIABLE,
  /** Only upper bounds are known: the sampler is approximate. */
  BOUNDS_ONLY,
  /** Nothing has been sampled yet. */
  NOT_SAMPLED;

  /** Says whether probabilities are known, or right within their errors. */
  public boolean isReliedOn() {
    return this == EXACT || this == RELIABLE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
