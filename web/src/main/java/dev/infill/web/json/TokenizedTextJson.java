package dev.infill.web.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infiller;
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
    BlankedText blanked = BlankedText.parse(text);
    try {
      return of(model, blanked, Optional.empty());
    } catch (InvalidInputException e) {
      if (blanked.blanks().isEmpty()) {
        throw e;
      }
      InfillSettings settings =
          InfillSettings.defaults().toBuilder().maxBlanks(blanked.mostPieces()).build();
      return of(model, blanked, new Infiller(model).requireFillable(text, settings).window());
    }
  }

  private static TokenizedTextJson of(
      MaskedLanguageModel model, BlankedText blanked, Optional<CharSpan> window) {
    BlankedText read = window.map(blanked::within).orElse(blanked);
    TokenizedText tokenized = model.tokenize(read.atLongest());
    return new TokenizedTextJson(
        IntStream.of(tokenized.pieces()).mapToObj(model.vocabulary()::token).toList(),
        blanked.blanks().size(),
        model.maxPieces(),
        window);
  }
}
