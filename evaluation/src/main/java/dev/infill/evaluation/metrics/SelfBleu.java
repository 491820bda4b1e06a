package dev.infill.evaluation.metrics;

import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Self-BLEU: BLEU of each sentence against all the others, so that a high score means little
 * diversity (Zhu et al., "Texygen: A Benchmarking Platform for Text Generation Models", SIGIR
 * 2018). There are two forms, which differ by several points: the counts of all sentences pooled
 * into one corpus BLEU (Wang and Cho, "BERT has a Mouth, and It Must Speak", 2019, and those who
 * compare with them), and the mean of the sentences' scores (Texygen).
 */
public final class SelfBleu {
  private SelfBleu() {}

  /**
   * Returns the statistics of each sentence against the others; the score of their {@linkplain
   * BleuStatistics#sum(java.util.Collection) sum} is the pooled self-BLEU.
   *
   * @param sentences the sentences, each as its words; equal ones are different sentences
   * @param order the largest n
   * @return one element for each sentence, in order
   * @throws InvalidInputException if there are less than two sentences: one has no others; or the
   *     order is out of its range
   */
  public static List<BleuStatistics> pooled(List<List<String>> sentences, int order) {
    if (sentences.size() < 2) {
      throw new InvalidInputException(
          "hypotheses", "self-BLEU needs at least two sentences, not " + sentences.size());
    }
    return pooled(SentenceNgrams.of(sentences, BleuSettings.requireOrder(order)), order);
  }

  static List<BleuStatistics> pooled(SentenceNgrams ngrams, int order) {
    LargestCounts largest = LargestCounts.of(ngrams, order);
    SentenceLengths lengths = new SentenceLengths();
    for (int s = 0; s < ngrams.size(); s++) {
      lengths.add(ngrams.length(s));
    }
    int[] own = ngrams.zeros();
    MatchCounter matches = new MatchCounter(ngrams, order);
    List<BleuStatistics> statistics = new ArrayList<>(ngrams.size());
    for (int s = 0; s < ngrams.size(); s++) {
      int sentence = s;
      count(ngrams, s, order, own, 1);
      statistics.add(
          matches.count(
              s,
              (n, position) -> {
                int ngram = ngrams.ngrams(sentence, n)[position];
                return largest.ofOthers(ngram, own[ngram]);
              },
              lengths.closestOfOthers(ngrams.length(s))));
      count(ngrams, s, order, own, -1);
    }
    return List.copyOf(statistics);
  }

  /**
   * Returns the mean of the sentences' scores, from 0 to 100. Texygen's own score is that with
   * {@code epsilon:0.1}, of the first 500 sentences.
   *
   * @param statistics what {@link #pooled} returns
   * @param settings how the precisions become one score
   */
  static double meanOfScores(List<BleuStatistics> statistics, BleuSettings settings) {
    return statistics.stream()
        .mapToDouble(sentence -> sentence.score(settings))
        .average()
        .orElseThrow();
  }

  private static void count(SentenceNgrams ngrams, int s, int order, int[] counts, int step) {
    for (int n = 1; n <= order; n++) {
      for (int ngram : ngrams.ngrams(s, n)) {
        counts[ngram] += step;
      }
    }
  }

  /**
   * The two largest counts of every n-gram in one sentence, equal if two sentences have the
   * largest: for a sentence that has it, the second is the largest of the others.
   */
  private static final class LargestCounts {
    private final int[] first;
    private final int[] second;

    private LargestCounts(SentenceNgrams ngrams) {
      this.first = ngrams.zeros();
      this.second = ngrams.zeros();
    }

    static LargestCounts of(SentenceNgrams ngrams, int order) {
      LargestCounts largest = new LargestCounts(ngrams);
      int[] counts = ngrams.zeros();
      for (int s = 0; s < ngrams.size(); s++) {
        count(ngrams, s, order, counts, 1);
        for (int n = 1; n <= order; n++) {
          for (int ngram : ngrams.ngrams(s, n)) {
            largest.add(ngram, counts[ngram]);
            // So that an n-gram that occurs again is entered once.
            counts[ngram] = 0;
          }
        }
      }
      return largest;
    }

    private void add(int ngram, int count) {
      if (count > first[ngram]) {
        second[ngram] = first[ngram];
        first[ngram] = count;
      } else if (count > second[ngram]) {
        second[ngram] = count;
      }
    }

    int ofOthers(int ngram, int own) {
      return own == first[ngram] ? second[ngram] : first[ngram];
    }
  }
}
