package dev.infill.core.chain;

import java.util.Locale;

/** The reason why a run of chains ended. */
public enum RunEnd {
  /** The chains made their steps. */
  STEPS,
  /** The model has read as many sequences as it may. */
  MAX_PASSES,
  /** The time is over. */
  MAX_SECONDS,
  /** It was cancelled. */
  CANCELLED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
