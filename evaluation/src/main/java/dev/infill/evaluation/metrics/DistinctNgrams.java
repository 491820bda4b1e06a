package dev.infill.evaluation.metrics;

import dev.infill.core.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Distinct-n (Li et al., "A Diversity-Promoting Objective Function for Neural Conversation Models",
 * NAACL 2016): different n-grams over all n-grams.
 */
public final class DistinctNgrams {
  private DistinctNgrams() {}

  /**
   * Returns distinct-n × 100; NaN if no sentence has n words.
   *
   * @param sentences the sentences, each as its words
   * @param n how many words
   * @throws InvalidInputException if n is not from 1 to {@value BleuSettings#MAXIMUM_ORDER}
   */
  public static double percent(List<List<String>> sentences, int n) {
    return percent(SentenceNgrams.of(sentences, BleuSettings.requireOrder(n)), n);
  }

  static double percent(SentenceNgrams ngrams, int n) {
    int[] all =
        IntStream.range(0, ngrams.size())
            .flatMap(s -> Arrays.stream(ngrams.ngrams(s, n)))
            .toArray();
    return new Ratio(Arrays.stream(all).distinct().count(), all.length).percent();
  }
}
