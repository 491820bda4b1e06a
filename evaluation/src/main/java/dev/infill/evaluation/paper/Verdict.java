package dev.infill.evaluation.paper;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;

/** The verdict of an interval on a claim. */
public enum Verdict {
  /** The whole interval is where the claim says. */
  HOLDS("holds"),
  /** The whole interval is elsewhere. */
  DOES_NOT_HOLD("does not hold"),
  /** The interval lies on both sides, has no width, or there is none. */
  UNDECIDED("undecided");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** Returns the verdict in words. */
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }

  /** Tests a claim that a figure lies in a range, its ends included. */
  static Verdict within(Estimate figure, double least, double most) {
    if (figure.interval().isEmpty()) {
      return UNDECIDED;
    }
    Interval interval = figure.interval().get();
    if (interval.low() == interval.high()) {
      // Every resample is the same, as where both BLEUs are 0: nothing was measured.
      return UNDECIDED;
    }
    if (interval.low() >= least && interval.high() <= most) {
      return HOLDS;
    }
    return interval.low() > most || interval.high() < least ? DOES_NOT_HOLD : UNDECIDED;
  }

  /** Returns the verdict on both of two claims together. */
  Verdict and(Verdict other) {
    if (this == DOES_NOT_HOLD || other == DOES_NOT_HOLD) {
      return DOES_NOT_HOLD;
    }
    return this == HOLDS && other == HOLDS ? HOLDS : UNDECIDED;
  }
}
