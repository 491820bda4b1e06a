package dev.infill.evaluation.metrics;

import java.util.ArrayList;
import java.util.List;

/** Counts the clipped matches of sentences. Not thread-safe. */
final class MatchCounter {
  private final SentenceNgrams ngrams;
  private final int order;
  private final int[] counts;

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
   * Creates a counter.
   *
   * @param ngrams the n-grams of the sentences
   * @param order the largest n
   */
  MatchCounter(SentenceNgrams ngrams, int order) {
    this.ngrams = ngrams;
    this.order = order;
    this.counts = ngrams.zeros();
  }

  /**
   * Returns the statistics of one sentence.
   *
   * @param sentence which one, counted from 0
   * @param clip the largest counts in one reference
   * @param referenceLength words of the reference closest in length
   */
  BleuStatistics count(int sentence, Clip clip, int referenceLength) {
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
