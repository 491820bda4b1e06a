package dev.infill.core.infill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Chooses fillings that are good and differ from each other: greedily the most probable subset of a
 * determinantal point process. Of the subsets Y of the size asked for it looks for the one that
 * maximises
 *
 * <p>(1 − λ) Σ_{θ∈Y} u(θ) + λ log det S_Y,
 *
 * <p>λ being the diversity, u the mean over the pieces of a filling that U is the sum of, and S(θ,
 * θ′) the similarity of two fillings of m blanks: 1 of a filling with itself, else the number of
 * blanks with the same words over m + 1. That is the mean, over the blanks and the filling as a
 * whole, of 1 where both agree; so S is positive definite, and u always counts where λ &lt; 1. The
 * determinant is 1 where no two fillings share a word at a blank, and the smaller the more they
 * share.
 *
 * <p>Each filling is the one that adds the most to those before it (Chen, Zhang &amp; Zhou 2018),
 * of equally good ones the first given; so the first is the best, and a shorter list is the
 * beginning of a longer one. Of k fillings the sum is at most 2 λ log k! below the highest of all
 * subsets, as this is the greedy search for the largest volume (Çivril &amp; Magdon-Ismail 2009).
 * It takes O(k² n) time and O(k n) memory for n fillings.
 *
 * @param diversity λ, from 0 (the k of highest u) to 1 (u counts for the first alone)
 */
record DiverseSelection(double diversity) {
  /**
   * Chooses fillings.
   *
   * @param fillings what is chosen from, the best first
   * @param merit u of a filling, in nats per piece
   * @param words what stands in each blank of a filling, the same number for all
   * @param most how many are chosen; all if there are fewer
   * @return them in the order of choice
   */
  <T> List<T> choose(
      List<T> fillings, ToDoubleFunction<T> merit, Function<T, List<String>> words, int most) {
    int size = fillings.size();
    double[] quality =
        fillings.stream()
            .mapToDouble(
                filling -> diversity == 1 ? 0 : (1 - diversity) * merit.applyAsDouble(filling))
            .toArray();
    List<List<String>> blanks = fillings.stream().map(words).toList();
    // By what det S is multiplied if a filling is added to those chosen: at least 1/(m + 1).
    double[] factor = new double[size];
    Arrays.fill(factor, 1);
    // Of the Cholesky factor of S the columns of those chosen.
    List<double[]> columns = new ArrayList<>();
    List<T> chosen = new ArrayList<>();
    BitSet left = new BitSet();
    left.set(0, size);
    while (chosen.size() < most && !left.isEmpty()) {
      int next = adding(quality, factor, left);
      left.clear(next);
      chosen.add(fillings.get(next));
      double[] column = new double[size];
      for (int other = left.nextSetBit(0); other >= 0; other = left.nextSetBit(other + 1)) {
        double known = 0;
        for (double[] earlier : columns) {
          known += earlier[next] * earlier[other];
        }
        column[other] =
            (similarity(blanks.get(next), blanks.get(other)) - known) / Math.sqrt(factor[next]);
        factor[other] -= column[other] * column[other];
      }
      columns.add(column);
    }
    return chosen;
  }

  /** Returns which of those that are left adds the most, the first of equally good ones. */
  private int adding(double[] quality, double[] factor, BitSet left) {
    int best = left.nextSetBit(0);
    double most = Double.NEGATIVE_INFINITY;
    for (int i = best; i >= 0; i = left.nextSetBit(i + 1)) {
      double gain = quality[i] + diversity * Math.log(factor[i]);
      if (gain > most) {
        best = i;
        most = gain;
      }
    }
    return best;
  }

  /** Returns S of two fillings that are not the same. */
  private static double similarity(List<String> one, List<String> other) {
    int same = 0;
    for (int blank = 0; blank < one.size(); blank++) {
      if (one.get(blank).equals(other.get(blank))) {
        same++;
      }
    }
    return same / (one.size() + 1.0);
  }
}
