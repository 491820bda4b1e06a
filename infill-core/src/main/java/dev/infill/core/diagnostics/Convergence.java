package dev.infill.core.diagnostics;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How well several chains have explored one scalar, such as U or the Hamming distance to a
 * reference state. Every chain is split in two halves that count as chains of their own, so that a
 * drift within a chain shows as a difference between chains.
 *
 * <p>Effective sample size: the variance of the mean of S independent draws is var/S; S is
 * estimated from the autocorrelations of all chains, cut off by Geyer's initial monotone sequence,
 * as Stan does (Stan Reference Manual, "Effective sample size"; Geyer 1992). R-hat: the square root
 * of the pooled over the within-chain variance (Gelman et al., Bayesian Data Analysis, 3rd edition,
 * 11.4).
 *
 * @param effectiveSampleSize how many independent draws the chains are worth, positive; 0 if no
 *     chain moves within either half; at most n log₁₀ n of n draws; empty if a chain has fewer than
 *     8 draws
 * @param splitRHat near 1 where the chains agree; empty (undefined, not 1) if no chain moves within
 *     either half, or one has fewer than 8 draws
 */
public record Convergence(OptionalDouble effectiveSampleSize, OptionalDouble splitRHat) {
  private static final int FEWEST = 8;

  /**
   * Estimates both from traces.
   *
   * @param chains for each chain its draws, in order; at least one chain, all of the same length,
   *     every draw finite
   */
  public static Convergence of(double[][] chains) {
    if (chains.length == 0) {
      throw new IllegalArgumentException("no chain");
    }
    int draws = chains[0].length;
    for (double[] chain : chains) {
      if (chain.length != draws) {
        throw new IllegalArgumentException(
            "chains of different lengths: " + draws + " and " + chain.length);
      }
      if (!Arrays.stream(chain).allMatch(Double::isFinite)) {
        throw new IllegalArgumentException("a draw is not finite");
      }
    }
    if (draws < FEWEST) {
      return new Convergence(OptionalDouble.empty(), OptionalDouble.empty());
    }
    HalfChains halves = new HalfChains(chains);
    if (!halves.move()) {
      return new Convergence(OptionalDouble.of(0), OptionalDouble.empty());
    }
    return new Convergence(
        OptionalDouble.of(halves.effectiveSampleSize()), OptionalDouble.of(halves.rHat()));
  }
}
