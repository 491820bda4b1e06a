package dev.infill.evaluation.statistics;

/** The two parts of a {@link Mean}, one at a time. */
public final class StandardError {
  private StandardError() {}

  /** Returns the mean. */
  public static double mean(double[] figures) {
    return Mean.of(figures).value();
  }

  /** Returns the standard error of the mean; NaN of fewer than two figures. */
  public static double ofMean(double[] figures) {
    return Mean.of(figures).error();
  }
}
