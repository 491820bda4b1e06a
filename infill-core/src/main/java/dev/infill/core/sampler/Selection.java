package dev.infill.core.sampler;

import java.util.Locale;

/** Which fillings of the pool become candidates. */
public enum Selection {
  /** The highest U first. */
  BEST,
  /** A subset that trades U for words that differ from filling to filling. */
  DIVERSE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
