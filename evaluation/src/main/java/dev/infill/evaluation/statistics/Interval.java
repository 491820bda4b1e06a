package dev.infill.evaluation.statistics;

/**
 * A confidence interval, both ends included.
 *
 * @param low the lower end; may be infinite, never NaN
 * @param high the upper end, not below the lower
 */
public record Interval(double low, double high) {
  /** Checks the order of the ends. */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no interval: " + low + " to " + high);
    }
  }
}
