package dev.infill.evaluation.metrics;

import java.util.ArrayList;
import java.util.List;

/** The n-grams of some sentences, numbered over all of them. Immutable. */
final class SentenceNgrams {
  private static final int[] NONE = {};

  private final int types;
  private final List<List<String>> words;
  private final List<int[][]> ngrams;

  private SentenceNgrams(int types, List<List<String>> words, List<int[][]> ngrams) {
    this.types = types;
    this.words = List.copyOf(words);
    this.ngrams = List.copyOf(ngrams);
  }

  /**
   * Numbers the n-grams of sentences.
   *
   * @param sentences the sentences
   * @param order the largest n, at least 1
   */
  static SentenceNgrams of(List<List<String>> sentences, int order) {
    NgramTree tree = new NgramTree(order);
    List<int[][]> ngrams = new ArrayList<>(sentences.size());
    sentences.forEach(sentence -> ngrams.add(tree.add(sentence)));
    return new SentenceNgrams(tree.nodes(), sentences, ngrams);
  }

  /** Returns how many sentences there are. */
  int size() {
    return words.size();
  }

  /** Returns the words of a sentence. */
  List<String> words(int sentence) {
    return words.get(sentence);
  }

  /** Returns the length of a sentence in words. */
  int length(int sentence) {
    return words.get(sentence).size();
  }

  /**
   * Returns the numbers of the n-grams of a sentence, from left to right; empty if it is shorter.
   *
   * @param sentence which sentence, counted from 0
   * @param n how many words, 1 ≤ n ≤ order
   */
  int[] ngrams(int sentence, int n) {
    int[][] rows = ngrams.get(sentence);
    return n <= rows.length ? rows[n - 1] : NONE;
  }

  /** Returns zeros, with a place for the number of every n-gram. */
  int[] zeros() {
    return new int[types + 1];
  }
}
