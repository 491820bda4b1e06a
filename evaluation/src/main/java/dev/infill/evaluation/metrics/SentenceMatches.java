package dev.infill.evaluation.metrics;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts the clipped matches of one sentence.
 *
 * @param ngrams the n-grams of all sentences
 * @param sentence which of them is counted
 * @param order the largest n
 * @param counts zeros, by n-gram, and zeros again once counted
 */
record SentenceMatches(SentenceNgrams ngrams, int sentence, int order, int[] counts) {
  /** How often the references allow an n-gram to match. */
  @FunctionalInterface
  interface Clip {
    /**
     * Returns the largest count of an n-gram in one reference.
     *
     * @param n how many words it has
     * @param position where in the sentence it begins
     */
    int at(int n, int position);
  }

  /**
   * Returns the statistics of the sentence.
   *
   * @param clip the largest counts in one reference
   * @param referenceLength words of the reference closest in length
   */
  BleuStatistics statistics(Clip clip, int referenceLength) {
    List<Long> matches = new ArrayList<>(order);
    List<Long> totals = new ArrayList<>(order);
    for (int n = 1; n <= order; n++) {
      int[] row = ngrams.ngrams(sentence, n);
      long matched = 0;
      for (int position = 0; position < row.length; position++) {
        if (++counts[row[position]] <= clip.at(n, position)) {
          matched++;
        }
      }
      for (int ngram : row) {
        counts[ngram] = 0;
      }
      matches.add(matched);
      totals.add((long) Math.max(1, row.length));
    }
    return new BleuStatistics(matches, totals, ngrams.length(sentence), referenceLength);
  }
}
