package dev.infill.core.task;

import dev.infill.core.text.CharSpan;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A text, and how a model reads it.
 *
 * @param text the text as it was given
 * @param lengths the number of ways to choose the lengths of its blanks. Each way has the prior
 *     probability 1/lengths; a filling's probability is given among fillings of its way
 * @param pieces the number of word pieces that the model reads, {@code [CLS]} and {@code [SEP]}
 *     included, every blank as long as possible
 * @param unknownPieces the number of pieces that the model does not know ({@code [UNK]})
 * @param window the part with all blanks that the model reads if the text is too long; U and every
 *     other figure are those of this part. Empty if it reads the whole text
 */
public record TextReading(
    String text, int lengths, int pieces, int unknownPieces, Optional<CharSpan> window) {
  /**
   * Counts the pieces of a text that the model does not know.
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
