package dev.infill.evaluation.lab.continuous;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** The Kolmogorov–Smirnov test of a sample against a distribution function. */
final class KolmogorovSmirnov {
  private KolmogorovSmirnov() {}

  /**
   * Returns √n sup |F_n − F|. Beyond 2.9 it is with probability 2 exp(−2 · 2.9²) = 1e-7 where F is
   * right.
   */
  static double statistic(double[] sample, DoubleUnaryOperator distribution) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double largest = 0;
    for (int k = 0; k < sorted.length; k++) {
      double expected = distribution.applyAsDouble(sorted[k]);
      largest = Math.max(largest, Math.abs((double) k / sorted.length - expected));
      largest = Math.max(largest, Math.abs((k + 1.0) / sorted.length - expected));
    }
    return largest * Math.sqrt(sorted.length);
  }

  static void assertFrom(String what, double[] sample, DoubleUnaryOperator distribution) {
    assertThat(statistic(sample, distribution)).as(what).isLessThan(2.9);
  }
}
