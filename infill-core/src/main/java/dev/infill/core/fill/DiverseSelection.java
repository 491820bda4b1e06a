package dev.infill.core.fill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Chooses fillings that are good and differ from each other: greedily the most probable subset of a
 * determinantal point process. It looks for the subset Y of a given size that maximises
 *
 * <p>(1 − λ) Σ_{θ∈Y} u(θ) + λ log det S_Y,
 *
 * <p>with the diversity λ, the energy u of a filling per piece, and the similarity S(θ, θ′) of two
 * fillings of m blanks. S is 1 for a filling and itself. Else it is the sum over the blanks of the
 * likeness of their words ({@link BlankWords}), divided by m + 1. So it is the mean over the blanks
 * and the filling as a whole, which is like itself alone; S is positive definite, and u always
 * counts where λ &lt; 1. The determinant is 1 if no words of two fillings are alike, and falls as
 * they become more alike.
 *
 * <p>Each filling is the one that adds the most to those before it (Chen, Zhang &amp; Zhou 2018),
 * and the first one of equally good ones. So the first is the best, and a shorter list is the
 * beginning of a longer one. For k fillings the sum is at most 2 λ log k! below the highest of all
 * subsets, as this is the greedy search for the largest volume (Çivril &amp; Magdon-Ismail 2009).
 * It takes O(k² n) time and O(k n) memory for n fillings, and for each of the k a look at the
 * embeddings of all words.
 *
 * @param diversity λ, from 0 (the k of highest u) to 1 (u counts for the first alone)
 */
public record DiverseSelection(double diversity) {
  /**
   * Chooses fillings.
   *
   * @param fillings the fillings, the best first
   * @param merit u of a filling, in nats per piece
   * @param blanks the words of each blank, by the fillings' order
   * @param most how many are chosen; all if there are fewer
   * @return them in the order of choice
   */
  public <T> List<T> choose(
      List<T> fillings, ToDoubleFunction<T> merit, List<BlankWords> blanks, int most) {
    int size = fillings.size();
    double[] quality =
        fillings.stream()
            .mapToDouble(
                filling -> diversity == 1 ? 0 : (1 - diversity) * merit.applyAsDouble(filling))
            .toArray();
    // A filling that is added to the chosen ones multiplies det S by its factor, 1/(m + 1) or more.
    double[] factor = new double[size];
    Arrays.fill(factor, 1);
    // The columns of the Cholesky factor of S that belong to the chosen ones.
    List<double[]> columns = new ArrayList<>();
    List<T> chosen = new ArrayList<>();
    BitSet left = new BitSet();
    left.set(0, size);
    while (chosen.size() < most && !left.isEmpty()) {
      int next = adding(quality, factor, left);
      left.clear(next);
      chosen.add(fillings.get(next));
      List<double[]> like = blanks.stream().map(blank -> blank.likeTo(blank.word(next))).toList();
      double[] column = new double[size];
      for (int other = left.nextSetBit(0); other >= 0; other = left.nextSetBit(other + 1)) {
        double known = 0;
        for (double[] earlier : columns) {
          known += earlier[next] * earlier[other];
        }
        column[other] = (similarity(like, blanks, other) - known) / Math.sqrt(factor[next]);
        factor[other] -= column[other] * column[other];
      }
      columns.add(column);
    }
    return chosen;
  }

  /** Returns the first of those left that add the most. */
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

  /**
   * Returns S of two different fillings.
   *
   * @param like by blank the likeness of each word to that of one filling
   * @param blanks the words
   * @param other the other filling
   */
  private static double similarity(List<double[]> like, List<BlankWords> blanks, int other) {
    double sum = 0;
    for (int blank = 0; blank < blanks.size(); blank++) {
      sum += like.get(blank)[blanks.get(blank).word(other)];
    }
    return sum / (blanks.size() + 1.0);
  }
}
