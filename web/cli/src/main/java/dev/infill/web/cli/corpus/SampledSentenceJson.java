package dev.infill.web.cli.corpus;

import dev.infill.corpora.Sentence;
import java.util.List;

/**
 * A sentence drawn from a corpus.
 *
 * @param file the corpus
 * @param line the line it begins on, counted from 1
 * @param text its words with single spaces between them
 * @param words its words
 */
record SampledSentenceJson(String file, long line, String text, List<String> words) {
  /** Copies the words. */
  SampledSentenceJson {
    words = List.copyOf(words);
  }

  static SampledSentenceJson of(String file, Sentence sentence) {
    return new SampledSentenceJson(file, sentence.line(), sentence.text(), sentence.words());
  }
}
