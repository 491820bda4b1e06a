package dev.infill.evaluation.metrics;

import java.util.Collection;

/**
 * A share, kept as a fraction so that the shares of sentences add up to the share of all of them.
 *
 * @param numerator from 0 to the denominator; a sum of fractions of sentences need not be whole
 * @param denominator how many there are
 */
public record Ratio(double numerator, double denominator) {
  /**
   * Returns both together: numerators added, and denominators.
   *
   * @param other the other share
   */
  public Ratio plus(Ratio other) {
    return new Ratio(numerator + other.numerator, denominator + other.denominator);
  }

  /**
   * Returns all together; 0/0 if there is none.
   *
   * @param ratios the shares
   */
  public static Ratio sum(Collection<Ratio> ratios) {
    return ratios.stream().reduce(new Ratio(0, 0), Ratio::plus);
  }

  /** Returns the share × 100, from 0 to 100; NaN for a share of nothing, which is undefined. */
  public double percent() {
    return 100 * numerator / denominator;
  }
}
