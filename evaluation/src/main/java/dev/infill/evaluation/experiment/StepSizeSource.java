package dev.infill.evaluation.experiment;

import java.util.Locale;

/** Where the step size of a sampler comes from. */
public enum StepSizeSource {
  /** The default; nobody chose it for this experiment. */
  DEFAULT,
  /** Given with the sampler. */
  GIVEN,
  /** Tuned on tasks that are not in the evaluation. */
  TUNED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
