package dev.infill.corpora;

import java.util.function.Consumer;

/** Makes sentences of the lines of a file. Holds a bounded part of it. */
interface SentenceCutter {
  /**
   * Takes the next line.
   *
   * @param found takes the sentences that have become complete
   */
  void accept(LineSource.Line line, Consumer<Sentence> found);

  /**
   * Says that there are no more lines.
   *
   * @param found takes the sentences that are left
   */
  default void end(Consumer<Sentence> found) {}
}
