package dev.infill.core.sampler;

import java.util.Locale;

/** Where chains start. */
public enum Start {
  /** Each blank from the model's distribution with every blank masked, independently. */
  MASKED,
  /**
   * Blank after blank in a random order, from the model's distribution given those before it; of
   * several such fillings one, by importance.
   */
  REFILLED,
  /** Each blank uniformly from its candidates. */
  RANDOM;

  /** Of so many fillings {@link #REFILLED} chooses one. */
  public static final int TRIES = 4;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
