package dev.infill.core.sampler;

import java.util.Locale;

/** Where chains start. */
public enum Start {
  /** Each blank from the model's distribution with every blank masked, independently. */
  MASKED,
  /** Each blank uniformly from its candidates. */
  RANDOM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
