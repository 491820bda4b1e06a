package dev.infill.core.task;

import dev.infill.core.text.CharSpan;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A text, and what its user should know of how a model reads it.
 *
 * @param text the text as it was given
 * @param lengths how many ways there are to choose the lengths of its blanks. Each way has the
 *     prior probability 1/lengths; the probability of a filling is one among fillings of one way
 * @param pieces how many word pieces the model reads of it, {@code [CLS]} and {@code [SEP]}
 *     included, every blank as long as it may be
 * @param unknownPieces how many of these stand for what the model does not know ({@code [UNK]})
 * @param window the part of the text that the model reads, with all of its blanks, if the text has
 *     more pieces than fit: U, and so every figure, is that of this part
 */
public record TextReading(
    String text, int lengths, int pieces, int unknownPieces, Optional<CharSpan> window) {
  /**
   * Returns how many pieces of a text stand for what the model does not know.
   *
   * @param text the text as the model reads it
   * @param vocabulary the model's
   */
  public static int unknownPieces(TokenizedText text, Vocabulary vocabulary) {
    return (int)
        IntStream.of(text.pieces())
            .filter(piece -> vocabulary.unknown().equals(OptionalInt.of(piece)))
            .count();
  }
}
