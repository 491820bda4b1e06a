package dev.infill.core.sampler;

import java.util.Locale;

/** Which fillings of the pool become candidates. */
public enum Selection {
  /** The highest U first. */
  BEST,
  /**
   * Of the best by U those of the highest mean of U and the log-probability by the chain rule, as
   * {@link dev.infill.core.text.EnergyKind#MIXED}. As {@link #BEST} where that cannot be had: for
   * another energy than the pseudo-log-likelihood, with terms added to it, for more than 4 blanks,
   * or blanks of unknown length.
   */
  MIXED,
  /** A subset that trades U for words that differ from filling to filling. */
  DIVERSE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
