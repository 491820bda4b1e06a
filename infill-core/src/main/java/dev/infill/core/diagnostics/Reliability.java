package dev.infill.core.diagnostics;

import java.util.Locale;

/** Whether probabilities can be relied on. */
public enum Reliability {
  /** They are known. */
  EXACT,
  /** They are right within a few of their standard errors. */
  RELIABLE,
  /** What they are made of is too little, or disagrees. */
  UNRELIABLE,
  /** Only what they are at most is known. */
  BOUNDS_ONLY,
  /** Nothing was found out yet. */
  NOT_SAMPLED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
