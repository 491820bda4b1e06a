package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.InvalidInputException;
import dev.infill.core.task.TextWindow;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A text as the model reads it.
 *
 * @param pieces its word pieces, from {@code [CLS]} to {@code [SEP]}; a blank of unknown length has
 *     as many as it may hold
 * @param blanks how many blanks it has
 * @param maxPieces the most pieces that a text may have
 * @param window the part of the text that the model reads, whose pieces they are; absent where it
 *     reads all of it
 */
public record TokenizedTextJson(
    List<String> pieces,
    int blanks,
    int maxPieces,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CharSpan> window) {
  /**
   * Cuts a text.
   *
   * @param model whose pieces are meant
   * @param text a text, with or without blanks
   * @throws InvalidInputException if it has too many pieces and no blank, or blanks that are too
   *     far apart to be read at once
   */
  public static TokenizedTextJson of(MaskedLanguageModel model, String text) {
    BlankedText blanked = model.written(BlankedText.parse(text));
    if (blanked.blanks().isEmpty()) {
      return of(model, 0, model.tokenize(blanked), Optional.empty());
    }
    TextWindow window = TextWindow.of(model, blanked);
    return of(model, blanked.blanks().size(), window.tokenized(), window.cut(text));
  }

  private static TokenizedTextJson of(
      MaskedLanguageModel model, int blanks, TokenizedText tokenized, Optional<CharSpan> window) {
    return new TokenizedTextJson(
        IntStream.of(tokenized.pieces()).mapToObj(model.vocabulary()::token).toList(),
        blanks,
        model.maxPieces(),
        window);
  }
}
