package dev.infill.core.sampler;

import java.util.Locale;

/** Where chains start. */
public enum Start {
  /** Each blank from the model's distribution with every blank masked, independently. */
  MASKED,
  /**
   * As {@link #MASKED}, and then each blank once more, one after another, from the model's
   * distribution given all others: a sweep of Gibbs sampling, without acceptance.
   */
  SWEPT,
  /** Each blank uniformly from its candidates. */
  RANDOM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
