package dev.infill.evaluation.metrics;

import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many sentences have which length, in words. */
final class SentenceLengths {
  private final NavigableMap<Integer, Integer> sentences = new TreeMap<>();

  void add(int length) {
    sentences.merge(length, 1, Integer::sum);
  }

  void addAll(SentenceLengths others) {
    others.sentences.forEach((length, count) -> sentences.merge(length, count, Integer::sum));
  }

  boolean isEmpty() {
    return sentences.isEmpty();
  }

  /**
   * Returns the length closest to a given one; of two that are equally close, the shorter (NLTK's
   * {@code closest_ref_length}).
   *
   * @param length the given length
   * @throws IllegalStateException if there are no sentences
   */
  int closest(int length) {
    return closer(length, lengths().floor(length), lengths().ceiling(length));
  }

  /**
   * Returns the length closest to that of a sentence among all the others.
   *
   * @param length the length of a sentence that was added
   * @throws IllegalStateException if there are no others
   */
  int closestOfOthers(int length) {
    return sentences.getOrDefault(length, 0) > 1
        ? length
        : closer(length, lengths().lower(length), lengths().higher(length));
  }

  private NavigableSet<Integer> lengths() {
    return sentences.navigableKeySet();
  }

  private static int closer(int length, @Nullable Integer shorter, @Nullable Integer longer) {
    if (shorter != null && longer != null) {
      return length - shorter <= longer - length ? shorter : longer;
    }
    if (shorter != null) {
      return shorter;
    }
    if (longer != null) {
      return longer;
    }
    throw new IllegalStateException("no sentence to compare the length with");
  }
}
