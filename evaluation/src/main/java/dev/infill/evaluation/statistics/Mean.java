package dev.infill.evaluation.statistics;

import java.util.Arrays;

/**
 * A mean and how far it may be off.
 *
 * @param value the mean
 * @param error its standard error; NaN where it is not known
 */
public record Mean(double value, double error) {
  /**
   * Returns the mean of independent figures with its standard error.
   *
   * @param figures the figures; of fewer than two the error is NaN, of none the mean as well
   */
  public static Mean of(double... figures) {
    double mean = Arrays.stream(figures).average().orElse(Double.NaN);
    double squares = Arrays.stream(figures).map(figure -> (figure - mean) * (figure - mean)).sum();
    return new Mean(mean, Math.sqrt(squares / (figures.length - 1.0) / figures.length));
  }
}
