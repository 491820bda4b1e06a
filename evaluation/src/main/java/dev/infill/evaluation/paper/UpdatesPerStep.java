package dev.infill.evaluation.paper;

import java.util.Locale;

/**
 * What counts as one step of a sampler. The paper does not say whether a step of Gibbs changes one
 * blank or all of them in turn.
 */
public enum UpdatesPerStep {
  /** One application of the kernel: for Gibbs samplers one blank. */
  ONE,
  /** As many applications as the text has blanks: for Gibbs samplers every blank once. */
  SWEEP;

  /** Returns how many times the kernel is applied in one step. */
  int count(int blanks) {
    return this == ONE ? 1 : blanks;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
