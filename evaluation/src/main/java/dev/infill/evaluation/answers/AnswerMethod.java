package dev.infill.evaluation.answers;

import dev.infill.core.text.MaskedLanguageModel;

/** A way to fill the blanks of a text by a masked language model. */
public interface AnswerMethod {
  /** Returns its name in tables, such as {@code beam 5}. */
  String name();

  /**
   * Fills a text.
   *
   * @param model the model; every sequence through it is counted as a pass of this method
   * @param text the text
   * @param count how many different answers are wanted, at least 1
   * @return the answers; fewer than {@code count} if the method finds no more
   */
  Answers answers(MaskedLanguageModel model, AnswerText text, int count);
}
