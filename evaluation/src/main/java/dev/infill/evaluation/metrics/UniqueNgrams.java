package dev.infill.evaluation.metrics;

import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Unique n-grams (Wang and Cho, "BERT has a Mouth, and It Must Speak", 2019): the share of n-grams
 * that are nowhere else, among the sentences themselves or in a corpus. Each sentence's part is
 * returned; their {@linkplain Ratio#sum(java.util.Collection) sum} is the metric.
 */
public final class UniqueNgrams {
  private UniqueNgrams() {}

  /**
   * Returns n-grams that occur once in all sentences together, over all n-grams.
   *
   * @param sentences the sentences, each as its words
   * @param n how many words
   * @return for each sentence: its n-grams that are there once and in no other sentence, over its
   *     n-grams
   * @throws InvalidInputException if n is not from 1 to {@value BleuSettings#MAXIMUM_ORDER}
   */
  public static List<Ratio> self(List<List<String>> sentences, int n) {
    return self(SentenceNgrams.of(sentences, BleuSettings.requireOrder(n)), n);
  }

  static List<Ratio> self(SentenceNgrams ngrams, int n) {
    int[] counts = ngrams.zeros();
    for (int s = 0; s < ngrams.size(); s++) {
      for (int ngram : ngrams.ngrams(s, n)) {
        counts[ngram]++;
      }
    }
    List<Ratio> ratios = new ArrayList<>(ngrams.size());
    for (int s = 0; s < ngrams.size(); s++) {
      int[] own = ngrams.ngrams(s, n);
      long once = Arrays.stream(own).filter(ngram -> counts[ngram] == 1).count();
      ratios.add(new Ratio(once, own.length));
    }
    return List.copyOf(ratios);
  }

  /**
   * Returns distinct n-grams that are in no reference, over all n-grams.
   *
   * @param sentences the sentences, each as its words
   * @param references the references
   * @param n how many words, from 1 to the order of the references
   * @return for each sentence: its part of the distinct n-grams that are in no reference, over its
   *     n-grams; an n-gram of k sentences is 1/k in each
   * @throws InvalidInputException if n is not from 1 to {@value BleuSettings#MAXIMUM_ORDER}
   * @throws IllegalArgumentException if the index has no n-grams of that order, or was restricted
   *     to other sentences
   */
  public static List<Ratio> absentFrom(
      List<List<String>> sentences, ReferenceIndex references, int n) {
    return absentFrom(SentenceNgrams.of(sentences, BleuSettings.requireOrder(n)), references, n);
  }

  static List<Ratio> absentFrom(SentenceNgrams ngrams, ReferenceIndex references, int n) {
    references.requireOrder(n);
    int[] holders = ngrams.zeros();
    for (int s = 0; s < ngrams.size(); s++) {
      Arrays.stream(ngrams.ngrams(s, n)).distinct().forEach(ngram -> holders[ngram]++);
    }
    // The last sentence, counted from 1, in which an n-gram was dealt with.
    int[] last = ngrams.zeros();
    List<Ratio> ratios = new ArrayList<>(ngrams.size());
    for (int s = 0; s < ngrams.size(); s++) {
      int[] own = ngrams.ngrams(s, n);
      double absent = 0;
      if (own.length > 0) {
        int[] largest = references.largestCounts(ngrams.words(s), n)[n - 1];
        for (int i = 0; i < own.length; i++) {
          if (largest[i] == 0 && last[own[i]] != s + 1) {
            last[own[i]] = s + 1;
            absent += 1.0 / holders[own[i]];
          }
        }
      }
      ratios.add(new Ratio(absent, own.length));
    }
    return List.copyOf(ratios);
  }
}
