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
   * @throws dev.infill.core.InvalidInputException if there are no references, or the order is not
   *     from 1 to {@value BleuSettings#MAXIMUM_ORDER}
   * @throws IllegalArgumentException if the index has no n-grams of that order, or was restricted
   *     to other sentences
   */
  public static List<BleuStatistics> statistics(
      List<List<String>> hypotheses, ReferenceIndex references, int order) {
    return statistics(
        SentenceNgrams.of(hypotheses, BleuSettings.requireOrder(order)), references, order);
  }

  static List<BleuStatistics> statistics(
      SentenceNgrams hypotheses, ReferenceIndex references, int order) {
    references.requireOrder(order);
    MatchCounter matches = new MatchCounter(hypotheses, order);
    List<BleuStatistics> statistics = new ArrayList<>(hypotheses.size());
    for (int s = 0; s < hypotheses.size(); s++) {
      int[][] allowed = references.largestCounts(hypotheses.words(s), order);
      statistics.add(
          matches.count(
              s,
              (n, position) -> allowed[n - 1][position],
              references.closestLength(hypotheses.length(s))));
    }
    return List.copyOf(statistics);
  }
}
