package dev.infill.core.twoway;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The shape k̂ of the tail of weights: a generalised Pareto distribution fitted to the largest of
 * them (Zhang &amp; Stephens 2009; Vehtari, Simpson, Gelman, Yao &amp; Gabry 2024). A mean of
 * weights is reliable if k̂ is below 0.7.
 */
final class ParetoTail {
  private static final int FEWEST = 5;

  private ParetoTail() {}

  /**
   * Returns k̂ of the largest min(n/5, 3√n) of n weights; empty if these are fewer than 5.
   *
   * @param weights not negative
   */
  static OptionalDouble shape(double[] weights) {
    int n = weights.length;
    int tail = (int) Math.ceil(Math.min(0.2 * n, 3 * Math.sqrt(n)));
    if (tail < FEWEST || tail >= n) {
      return OptionalDouble.empty();
    }
    double[] sorted = Arrays.stream(weights).sorted().toArray();
    double cut = sorted[n - tail - 1];
    double[] over = IntStream.range(n - tail, n).mapToDouble(k -> sorted[k] - cut).toArray();
    if (over[tail - 1] <= 0) {
      // All alike: no tail.
      return OptionalDouble.of(Double.NEGATIVE_INFINITY);
    }
    return OptionalDouble.of(fitted(over));
  }

  /** The empirical Bayes estimate of Zhang and Stephens, with the weak prior of PSIS around ½. */
  private static double fitted(double[] over) {
    int n = over.length;
    int grid = 30 + (int) Math.sqrt(n);
    double quartile = over[(int) (n / 4.0 + 0.5) - 1];
    double scale = quartile > 0 ? 3 * quartile : over[n - 1];
    double[] theta = new double[grid];
    double[] logLikelihood = new double[grid];
    for (int j = 0; j < grid; j++) {
      theta[j] = 1 / over[n - 1] + (1 - Math.sqrt(grid / (j + 0.5))) / scale;
      double k = meanLog(over, theta[j]);
      logLikelihood[j] = n * (Math.log(-theta[j] / k) - k - 1);
    }
    double mean = 0;
    for (int j = 0; j < grid; j++) {
      int at = j;
      double inverse =
          Arrays.stream(logLikelihood).map(other -> Math.exp(other - logLikelihood[at])).sum();
      mean += theta[j] / inverse;
    }
    double k = meanLog(over, mean);
    return (k * n + 0.5 * 10) / (n + 10);
  }

  private static double meanLog(double[] over, double theta) {
    return Arrays.stream(over).map(x -> Math.log1p(-theta * x)).average().orElseThrow();
  }
}
