package dev.infill.core.diagnostics;

import java.util.Arrays;

/**
 * Replaces each draw by z = Φ⁻¹((r − ⅜)/(S + ¼)), r being its rank among all S draws of all chains,
 * or the mean of the ranks of all draws that equal it (Blom 1958). Only the order of draws remains,
 * so that heavy tails hide nothing (Vehtari, Gelman, Simpson, Carpenter &amp; Bürkner 2021).
 */
final class RankNormalization {
  private final double[] sorted;

  private RankNormalization(double[] sorted) {
    this.sorted = sorted;
  }

  /**
   * Normalises chains.
   *
   * @param chains for each chain its draws
   * @return z for each draw
   */
  static double[][] of(double[][] chains) {
    RankNormalization normalization =
        new RankNormalization(
            Arrays.stream(chains).flatMapToDouble(Arrays::stream).sorted().toArray());
    return Arrays.stream(chains)
        .map(chain -> Arrays.stream(chain).map(normalization::normalized).toArray())
        .toArray(double[][]::new);
  }

  private double normalized(double draw) {
    int below = count(draw, /* orEqual= */ false);
    int upTo = count(draw, /* orEqual= */ true);
    double rank = (below + 1 + upTo) / 2.0;
    return StandardNormal.quantile((rank - 0.375) / (sorted.length + 0.25));
  }

  /** Returns how many draws are below a bound, or at it as well. */
  private int count(double bound, boolean orEqual) {
    int from = 0;
    int to = sorted.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (sorted[middle] < bound || (orEqual && sorted[middle] == bound)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
