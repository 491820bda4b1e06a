package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;

/** A text that something is timed on. */
final class BenchmarkText {
  private BenchmarkText() {}

  /**
   * Cuts a text into the pieces of a model.
   *
   * @throws InvalidInputException if it has no blank, or does not fit the model
   */
  static TokenizedText tokenize(MaskedLanguageModel model, String text) {
    TokenizedText tokenized = model.tokenize(BlankedText.parse(text).atLongest());
    if (tokenized.blankCount() == 0) {
      throw new InvalidInputException("text", "the benchmark's text needs a blank: [MASK]");
    }
    return tokenized;
  }
}
