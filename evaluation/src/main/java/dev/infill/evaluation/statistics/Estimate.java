package dev.infill.evaluation.statistics;

import java.util.Optional;

/**
 * A figure and how sure it is.
 *
 * @param value the figure; NaN where it is undefined
 * @param interval its confidence interval; empty where there is none, as with a single task
 */
public record Estimate(double value, Optional<Interval> interval) {
  /** Returns whether there is a figure. */
  public boolean defined() {
    return !Double.isNaN(value);
  }
}
