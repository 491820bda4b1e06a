package dev.infill.corpora;

import java.util.List;

/**
 * A sentence of a corpus, cut into words as its corpus writes them: at white space, punctuation
 * apart.
 *
 * @param words the words, at least one; none is empty or holds white space
 * @param line the line of the file it begins on, counted from 1
 */
public record Sentence(List<String> words, long line) {
  /** Copies the list. */
  public Sentence {
    words = List.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a sentence without words");
    }
  }

  /** Returns the words with single spaces between them. */
  public String text() {
    return String.join(" ", words);
  }
}
