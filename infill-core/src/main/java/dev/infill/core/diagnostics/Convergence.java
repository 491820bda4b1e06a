package dev.infill.core.diagnostics;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The convergence of several chains in one scalar, such as U or the Hamming distance to a reference
 * state. Each half of a chain counts as a chain of its own, so that a drift within a chain shows as
 * a difference between chains.
 *
 * <p>Effective sample size: the variance of the mean of S independent draws is var/S; S is
 * estimated from the autocorrelations of all chains, cut off by Geyer's initial monotone sequence,
 * as Stan does (Stan Reference Manual, "Effective sample size"; Geyer 1992).
 *
 * <p>R-hat: the square root of the pooled over the within-chain variance (Gelman et al., Bayesian
 * Data Analysis, 3rd edition, 11.4), of draws that are replaced by the normal quantiles of their
 * ranks. The folded R-hat takes |draw − median| for each draw, and sees chains that differ in
 * spread alone (Vehtari, Gelman, Simpson, Carpenter &amp; Bürkner 2021, Rank-normalization,
 * folding, and localization: An improved R-hat for assessing convergence of MCMC).
 *
 * @param effectiveSampleSize how many independent draws the chains are worth, positive; 0 if no
 *     chain moves within either half; at most n log₁₀ n of n draws; empty if a chain has fewer than
 *     8 draws
 * @param autocorrelationTime the integrated autocorrelation time τ = 1 + 2 Σ ρₜ, in steps: n draws
 *     are worth n/τ independent ones; positive; empty if no chain moves within either half, or one
 *     has fewer than 8 draws
 * @param bulkRHat R-hat of the ranks, near 1 where the chains agree in location; empty (undefined,
 *     not 1) if no chain moves within either half, or one has fewer than 8 draws
 * @param foldedRHat R-hat of the ranks of the distances from the median, near 1 where the chains
 *     agree in spread; infinite if these distances differ between halves, and never within one;
 *     empty if they are all equal, and where {@code bulkRHat} is
 * @param constantChains how many chains have two draws or more, all of one value
 */
public record Convergence(
    OptionalDouble effectiveSampleSize,
    OptionalDouble autocorrelationTime,
    OptionalDouble bulkRHat,
    OptionalDouble foldedRHat,
    int constantChains) {
  private static final int FEWEST = 8;

  /**
   * Estimates the convergence of traces.
   *
   * @param chains for each chain its draws, in order; at least one chain, all of the same length,
   *     every draw finite
   * @throws IllegalArgumentException if there is no chain, chains differ in length, or a draw is
   *     not finite
   */
  public static Convergence of(double[][] chains) {
    check(chains);
    int constant = (int) Arrays.stream(chains).filter(Convergence::holdsOneValue).count();
    if (chains[0].length < FEWEST) {
      return undefined(OptionalDouble.empty(), constant);
    }
    double[][] halves = HalfChains.split(chains);
    HalfChains draws = new HalfChains(halves);
    if (!draws.move()) {
      return undefined(OptionalDouble.of(0), constant);
    }
    double time = draws.autocorrelationTime();
    return new Convergence(
        OptionalDouble.of(draws.total() / time),
        OptionalDouble.of(time),
        new HalfChains(RankNormalization.of(halves)).rHat(),
        new HalfChains(RankNormalization.of(folded(halves))).rHat(),
        constant);
  }

  /**
   * Returns the larger of {@code bulkRHat} and {@code foldedRHat}, which is below 1.01 for chains
   * that agree; infinite if one is, and empty if both are.
   */
  public OptionalDouble rHat() {
    return DoubleStream.concat(bulkRHat.stream(), foldedRHat.stream()).max();
  }

  /** Says whether no chain moves within either half, so that nothing can be estimated. */
  public boolean isConstant() {
    return effectiveSampleSize.isPresent() && effectiveSampleSize.getAsDouble() == 0;
  }

  private static void check(double[][] chains) {
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
  }

  private static boolean holdsOneValue(double[] chain) {
    return chain.length > 1 && Arrays.stream(chain).allMatch(draw -> draw == chain[0]);
  }

  private static Convergence undefined(OptionalDouble effectiveSampleSize, int constantChains) {
    return new Convergence(
        effectiveSampleSize,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        constantChains);
  }

  /** Returns the distances from the median, exactly equal ones for the two middle draws. */
  private static double[][] folded(double[][] halves) {
    double[] sorted = Arrays.stream(halves).flatMapToDouble(Arrays::stream).sorted().toArray();
    double lower = sorted[sorted.length / 2 - 1];
    double upper = sorted[sorted.length / 2];
    double toMedian = (upper - lower) / 2;
    return Arrays.stream(halves)
        .map(
            half ->
                Arrays.stream(half)
                    .map(draw -> (draw < upper ? lower - draw : draw - upper) + toMedian)
                    .toArray())
        .toArray(double[][]::new);
  }
}
