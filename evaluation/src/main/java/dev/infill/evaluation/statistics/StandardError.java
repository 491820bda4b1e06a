package dev.infill.evaluation.statistics;

import java.util.Arrays;

/** Means of independent figures, and how far they may be off. */
public final class StandardError {
  private StandardError() {}

  /** Returns the mean. */
  public static double mean(double[] figures) {
    return Arrays.stream(figures).average().orElse(Double.NaN);
  }

  /** Returns the standard error of the mean; NaN of fewer than two figures. */
  public static double ofMean(double[] figures) {
    double mean = mean(figures);
    double squares = Arrays.stream(figures).map(figure -> (figure - mean) * (figure - mean)).sum();
    return Math.sqrt(squares / (figures.length - 1.0) / figures.length);
  }
}
