package dev.infill.core.diagnostics;

import java.util.Arrays;
import java.util.OptionalDouble;

/** The halves of chains, centred, with the variances within and between them. */
final class HalfChains {
  private final double[][] centred;
  private final int draws;
  private final double within;
  private final double pooled;
  private final boolean move;
  private final boolean differ;

  /**
   * Centres halves.
   *
   * @param halves the halves of chains, as {@link #split} returns them
   */
  HalfChains(double[][] halves) {
    draws = halves[0].length;
    centred = new double[halves.length][];
    double[] means = new double[halves.length];
    double variances = 0;
    boolean anyMoves = false;
    boolean anyDiffers = false;
    for (int half = 0; half < halves.length; half++) {
      double[] part = halves[half];
      double mean = Arrays.stream(part).average().orElseThrow();
      means[half] = mean;
      // The computed variance of equal draws may differ from 0.
      anyMoves |= Arrays.stream(part).anyMatch(draw -> draw != part[0]);
      anyDiffers |= part[0] != halves[0][0];
      centred[half] = Arrays.stream(part).map(draw -> draw - mean).toArray();
      variances += variance(part, mean);
    }
    move = anyMoves;
    differ = anyDiffers;
    within = variances / centred.length;
    double grandMean = Arrays.stream(means).average().orElseThrow();
    pooled = within * (draws - 1) / draws + variance(means, grandMean);
  }

  /**
   * Splits chains in halves; the middle draw of an odd number is left out.
   *
   * @param chains chains of the same length, of at least 8 draws
   * @return the first chain's first half, its second half, the second chain's first half, …
   */
  static double[][] split(double[][] chains) {
    int draws = chains[0].length / 2;
    double[][] halves = new double[2 * chains.length][];
    for (int half = 0; half < halves.length; half++) {
      double[] chain = chains[half / 2];
      int from = half % 2 == 0 ? 0 : chain.length - draws;
      halves[half] = Arrays.copyOfRange(chain, from, from + draws);
    }
    return halves;
  }

  private static double variance(double[] values, double mean) {
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum()
        / (values.length - 1);
  }

  /** Says whether any half holds two different draws; if none does, nothing can be estimated. */
  boolean move() {
    return move;
  }

  /**
   * Returns R-hat: infinite if halves that differ from one another never move, empty if all draws
   * are equal.
   */
  OptionalDouble rHat() {
    if (move) {
      return OptionalDouble.of(Math.sqrt(pooled / within));
    }
    return differ ? OptionalDouble.of(Double.POSITIVE_INFINITY) : OptionalDouble.empty();
  }

  /** Returns how many draws there are in all halves together. */
  int total() {
    return centred.length * draws;
  }

  /**
   * Returns τ = −1 + 2 Σ (ρ₂ₜ + ρ₂ₜ₊₁), the sums positive and never increasing; the effective
   * sample size is n/τ.
   */
  double autocorrelationTime() {
    double tau = -1;
    double pair = Double.POSITIVE_INFINITY;
    int lag = 0;
    // As Stan: at the last lags too few products are left to average.
    while (lag < draws - 3) {
      double even = autocorrelation(lag);
      double sum = even + autocorrelation(lag + 1);
      if (sum <= 0) {
        // The even half of the pair that is cut off: it lowers the variance for antithetic chains.
        tau += Math.max(0, even);
        break;
      }
      pair = Math.min(pair, sum);
      tau += 2 * pair;
      lag += 2;
    }
    // Antithetic chains can be worth more than independent draws, up to a bound.
    return Math.max(tau, 1 / Math.log10(total()));
  }

  private double autocorrelation(int lag) {
    if (lag == 0) {
      return 1;
    }
    double sum = 0;
    for (double[] chain : centred) {
      for (int t = 0; t + lag < draws; t++) {
        sum += chain[t] * chain[t + lag];
      }
    }
    double autocovariance = sum / draws / centred.length;
    return 1 - (within - autocovariance) / pooled;
  }
}
