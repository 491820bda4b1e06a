package dev.infill.evaluation.metrics;

import java.util.ArrayList;
import java.util.List;

/** The n-grams of some sentences, numbered over all of them. Immutable. */
final class SentenceNgrams {
  private static final int[] NONE = {};

  private final int types;
  private final List<int[][]> sentences;
  private final List<Integer> lengths;

  private SentenceNgrams(int types, List<int[][]> sentences, List<Integer> lengths) {
    this.types = types;
    this.sentences = List.copyOf(sentences);
    this.lengths = List.copyOf(lengths);
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
    return new SentenceNgrams(tree.nodes(), ngrams, sentences.stream().map(List::size).toList());
  }

  /** Returns how many sentences there are. */
  int size() {
    return sentences.size();
  }

  /** Returns the length of a sentence in words. */
  int length(int sentence) {
    return lengths.get(sentence);
  }

  /**
   * Returns the numbers of the n-grams of a sentence, from left to right; empty if it is shorter.
   *
   * @param sentence which sentence, counted from 0
   * @param n how many words, 1 ≤ n ≤ order
   */
  int[] ngrams(int sentence, int n) {
    int[][] rows = sentences.get(sentence);
    return n <= rows.length ? rows[n - 1] : NONE;
  }

  /** Returns zeros, with a place for the number of every n-gram. */
  int[] zeros() {
    return new int[types + 1];
  }
}
