package dev.infill.evaluation.metrics;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * ROUGE (Lin 2004) of a text against one reference: F1 of its words, of its pairs of words, and of
 * the longest common subsequence of words. Words are runs of a to z and 0 to 9, lower-cased and not
 * stemmed, as in the Python package {@code rouge_score} unless it is told otherwise.
 *
 * @param rouge1 of words, from 0 to 100
 * @param rouge2 of pairs of words that follow each other, from 0 to 100
 * @param rougeL of the longest common subsequence, from 0 to 100
 */
public record Rouge(double rouge1, double rouge2, double rougeL) {
  /**
   * Compares two texts.
   *
   * @param candidate the text
   * @param reference what it is held against
   * @return figures that are 0 where either text has no words, or no pair of them
   */
  public static Rouge of(String candidate, String reference) {
    List<String> own = words(candidate);
    List<String> other = words(reference);
    return new Rouge(
        ofNgrams(own, other, 1),
        ofNgrams(own, other, 2),
        f1(longestCommonSubsequence(own, other), own.size(), other.size()));
  }

  private static List<String> words(String text) {
    return Stream.of(text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  private static double ofNgrams(List<String> own, List<String> other, int n) {
    Map<List<String>, Long> counts = counts(other, n);
    Map<List<String>, Long> ownCounts = counts(own, n);
    long common =
        ownCounts.entrySet().stream()
            .mapToLong(entry -> Math.min(entry.getValue(), counts.getOrDefault(entry.getKey(), 0L)))
            .sum();
    return f1(common, own.size() - n + 1, other.size() - n + 1);
  }

  private static Map<List<String>, Long> counts(List<String> words, int n) {
    return IntStream.rangeClosed(0, words.size() - n)
        .mapToObj(k -> words.subList(k, k + n))
        .collect(Collectors.groupingBy(ngram -> ngram, Collectors.counting()));
  }

  private static int longestCommonSubsequence(List<String> own, List<String> other) {
    int[] lengths = new int[other.size() + 1];
    for (String word : own) {
      int before = 0;
      for (int k = 1; k < lengths.length; k++) {
        int above = lengths[k];
        lengths[k] = word.equals(other.get(k - 1)) ? before + 1 : Math.max(above, lengths[k - 1]);
        before = above;
      }
    }
    return lengths[other.size()];
  }

  /** Returns 2PR/(P + R), P and R being what is common over either number. */
  private static double f1(long common, int own, int other) {
    return common == 0 ? 0 : 100.0 * 2 * common / (own + other);
  }
}
