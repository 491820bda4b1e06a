package dev.infill.corpora.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * All arrangements of spans of given lengths, in order, among the words that may be masked, no two
 * of them overlapping or touching.
 *
 * <p>The arrangements that are left at word i with the spans from j on are those that leave word i
 * alone and those that put span j there: their numbers add up from the end of the sentence, and
 * their ratio is the probability with which an arrangement drawn uniformly puts the span there.
 */
final class SpanPlacement {
  private final List<Integer> lengths;

  /** For each span and word, the probability of the span there if it is not before the word. */
  private final double[][] here;

  private final boolean possible;

  /**
   * Counts the arrangements.
   *
   * @param maskable the words that may be masked
   * @param lengths the lengths of the spans, at least one, each at least 1
   */
  SpanPlacement(BitSet maskable, int words, List<Integer> lengths) {
    this.lengths = List.copyOf(lengths);
    this.here = new double[lengths.size()][words];
    // After a span one word is left alone; behind the last word there is room for it.
    double[] ways = new double[words + 2];
    Arrays.fill(ways, 1);
    for (int span = lengths.size() - 1; span >= 0; span--) {
      ways = countWays(maskable, words, span, ways);
    }
    this.possible = ways[0] > 0;
  }

  private double[] countWays(BitSet maskable, int words, int span, double[] waysOfRest) {
    int length = lengths.get(span);
    double[] ways = new double[words + 2];
    for (int word = words - length; word >= 0; word--) {
      boolean fits = maskable.nextClearBit(word) >= word + length;
      double waysHere = fits ? waysOfRest[word + length + 1] : 0;
      ways[word] = ways[word + 1] + waysHere;
      here[span][word] = ways[word] > 0 ? waysHere / ways[word] : 0;
    }
    // Only ratios matter; the numbers themselves can be too large for a double.
    double most = ways[0];
    if (most > 0) {
      Arrays.setAll(ways, word -> ways[word] / most);
    }
    return ways;
  }

  /**
   * Draws an arrangement, each as likely as any other.
   *
   * @return the positions that the spans cover, ascending; empty if there is no arrangement
   */
  Optional<List<Integer>> draw(RandomGenerator random) {
    if (!possible) {
      return Optional.empty();
    }
    List<Integer> covered = new ArrayList<>();
    int word = 0;
    for (int span = 0; span < lengths.size(); span++) {
      while (random.nextDouble() >= here[span][word]) {
        word++;
      }
      for (int i = 0; i < lengths.get(span); i++) {
        covered.add(word + i);
      }
      word += lengths.get(span) + 1;
    }
    return Optional.of(covered);
  }
}
