package dev.infill.web.json;

import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A text as the model reads it.
 *
 * @param pieces its word pieces, from {@code [CLS]} to {@code [SEP]}; a blank of unknown length has
 *     as many as it may hold
 * @param blanks how many blanks it has
 * @param maxPieces the most pieces that a text may have
 */
public record TokenizedTextJson(List<String> pieces, int blanks, int maxPieces) {
  /**
   * Cuts a text.
   *
   * @param model whose pieces are meant
   * @param text a text, with or without blanks
   * @throws dev.infill.core.InvalidInputException if it has too many pieces
   */
  public static TokenizedTextJson of(MaskedLanguageModel model, String text) {
    BlankedText blanked = BlankedText.parse(text);
    TokenizedText tokenized = model.tokenize(blanked.atLongest());
    return new TokenizedTextJson(
        IntStream.of(tokenized.pieces()).mapToObj(model.vocabulary()::token).toList(),
        blanked.blanks().size(),
        model.maxPieces());
  }
}
