package dev.infill.evaluation.metrics;

import java.util.ArrayList;
import java.util.List;

/**
 * BLEU of sentences against references that are given to all of them, as is usual for text that is
 * generated freely (Yu et al., SeqGAN, 2017; Wang and Cho, 2019) and not a translation.
 */
public final class CorpusBleu {
  private CorpusBleu() {}

  /**
   * Returns the statistics of each sentence; the score of one is its sentence BLEU, the score of
   * their {@linkplain BleuStatistics#sum(java.util.Collection) sum} corpus BLEU.
   *
   * @param hypotheses the sentences, each as its words
   * @param references the references
   * @param order the largest n, from 1 to the order of the references
   * @return one element for each sentence, in order
   * @throws dev.infill.core.InvalidInputException if there are no references
   * @throws IllegalArgumentException if the index has no n-grams of that order, or was restricted
   *     to other sentences
   */
  public static List<BleuStatistics> statistics(
      List<List<String>> hypotheses, ReferenceIndex references, int order) {
    references.requireOrder(order);
    SentenceNgrams ngrams = SentenceNgrams.of(hypotheses, order);
    MatchCounter matches = new MatchCounter(ngrams, order);
    List<BleuStatistics> statistics = new ArrayList<>(hypotheses.size());
    for (int s = 0; s < ngrams.size(); s++) {
      int[][] allowed = references.largestCounts(hypotheses.get(s));
      statistics.add(
          matches.count(
              s,
              (n, position) -> allowed[n - 1][position],
              references.closestLength(ngrams.length(s))));
    }
    return List.copyOf(statistics);
  }
}
