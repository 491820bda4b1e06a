package dev.infill.core.fill;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Chooses fillings that are good and differ from each other: greedily the most probable subset of a
 * determinantal point process. Of the subsets Y of the size asked for it looks for the one that
 * maximises
 *
 * <p>(1 − λ) Σ_{θ∈Y} u(θ) + λ log det S_Y,
 *
 * <p>λ being the diversity, u the mean over the pieces of a filling that U is the sum of, and S(θ,
 * θ′) the similarity of two fillings of m blanks: 1 of a filling with itself, else the sum over the
 * blanks of how alike their words are ({@link BlankWords}) over m + 1. That is the mean, over the
 * blanks and the filling as a whole, which is like itself alone; so S is positive definite, and u
 * always counts where λ &lt; 1. The determinant is 1 where the words of no two fillings are alike,
 * and the smaller the more they are.
 *
 * <p>Each filling is the one that adds the most to those before it (Chen, Zhang &amp; Zhou 2018),
 * of equally good ones the first given; so the first is the best, and a shorter list is the
 * beginning of a longer one. Of k fillings the sum is at most 2 λ log k! below the highest of all
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
   * @param fillings what is chosen from, the best first
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

  /**
   * Returns S of two fillings that are not the same.
   *
   * @param like how alike each word of each blank is to that of one of them
   * @param blanks the words
   * @param other the other one
   */
  private static double similarity(List<double[]> like, List<BlankWords> blanks, int other) {
    double sum = 0;
    for (int blank = 0; blank < blanks.size(); blank++) {
      sum += like.get(blank)[blanks.get(blank).word(other)];
    }
    return sum / (blanks.size() + 1.0);
  }

  /**
   * The words of one blank in a number of fillings, and how alike they are: 1 of a word with
   * itself. Of two words it is ((1 + c)/2)⁴, c being the cosine of their embeddings, less the mean
   * of all words of the blank, which is what these have in common; 0 where there are no embeddings.
   * A word of several pieces has the mean of theirs. As a matrix it is positive semidefinite, as
   * cosines are, and sums and products of such matrices element by element.
   */
  public static final class BlankWords {
    private static final int POWER = 4;

    private final int[] wordOf;
    private final int count;

    /** Of each word those of its pieces; none of any where they are not known. */
    private final List<List<FloatBuffer>> embeddings;

    private final double[] centre;

    private BlankWords(int[] wordOf, int count, List<List<FloatBuffer>> embeddings) {
      this.wordOf = wordOf;
      this.count = count;
      this.embeddings = embeddings;
      centre = new double[embeddings.isEmpty() ? 0 : embeddings.get(0).get(0).capacity()];
      double[] sum = new double[centre.length];
      for (int word = 0; word < embeddings.size(); word++) {
        double[] own = fromCentre(word);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += own[i];
        }
      }
      for (int i = 0; i < sum.length; i++) {
        centre[i] = sum[i] / count;
      }
    }

    /**
     * Collects the words of a blank.
     *
     * @param words what stands in the blank in each filling
     * @param pieces gives the tokens that this consists of in a filling
     * @param embeddings gives the embeddings of tokens, if they are known
     */
    public static BlankWords of(
        List<String> words,
        IntFunction<int[]> pieces,
        Function<int[], Optional<List<FloatBuffer>>> embeddings) {
      Map<String, Integer> index = new HashMap<>();
      List<int[]> distinct = new ArrayList<>();
      int[] wordOf = new int[words.size()];
      for (int filling = 0; filling < wordOf.length; filling++) {
        Integer known = index.putIfAbsent(words.get(filling), distinct.size());
        wordOf[filling] = known == null ? distinct.size() : known;
        if (known == null) {
          distinct.add(pieces.apply(filling));
        }
      }
      List<List<FloatBuffer>> ofWords = new ArrayList<>();
      embeddings
          .apply(distinct.stream().flatMapToInt(IntStream::of).toArray())
          .ifPresent(
              rows -> {
                int next = 0;
                for (int[] word : distinct) {
                  ofWords.add(rows.subList(next, next + word.length));
                  next += word.length;
                }
              });
      return new BlankWords(wordOf, distinct.size(), ofWords);
    }

    /** Returns which word stands there in a filling, from 0. */
    int word(int filling) {
      return wordOf[filling];
    }

    /** Returns how alike each word is to one of them, from 0 to 1. */
    double[] likeTo(int word) {
      double[] like = new double[count];
      double[] own = embeddings.isEmpty() ? new double[0] : fromCentre(word);
      for (int other = 0; other < embeddings.size(); other++) {
        like[other] = Math.pow((1 + cosine(own, fromCentre(other))) / 2, POWER);
      }
      like[word] = 1;
      return like;
    }

    private double[] fromCentre(int word) {
      List<FloatBuffer> pieces = embeddings.get(word);
      double[] vector = new double[centre.length];
      for (int i = 0; i < vector.length; i++) {
        for (FloatBuffer piece : pieces) {
          vector[i] += piece.get(i);
        }
        vector[i] = vector[i] / pieces.size() - centre[i];
      }
      return vector;
    }

    /** At the centre itself no direction is known: right angles. */
    private static double cosine(double[] one, double[] other) {
      double product = 0;
      double square = 0;
      double otherSquare = 0;
      for (int i = 0; i < one.length; i++) {
        product += one[i] * other[i];
        square += one[i] * one[i];
        otherSquare += other[i] * other[i];
      }
      double lengths = Math.sqrt(square * otherSquare);
      return lengths == 0 ? 0 : Math.max(-1, Math.min(1, product / lengths));
    }
  }
}
