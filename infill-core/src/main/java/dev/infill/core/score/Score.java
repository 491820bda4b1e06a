package dev.infill.core.score;

import dev.infill.core.text.CharSpan;
import dev.infill.core.text.ModelDescription;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The score of given fills, or of a whole sentence.
 *
 * @param text the text with its blanks filled
 * @param masking the pieces that are masked beside a scored one
 * @param energy U, in nats
 * @param twoWay M, the log-probability of the fills by the chain rule, the mean of both reading
 *     orders, in nats; fills of different lengths are compared by it per piece. Empty for a whole
 *     sentence, and for a model that does not read several masks
 * @param fills each scored token: the fills, or every piece of a sentence without blanks
 * @param model the model
 * @param window the part of {@code text} that the model reads, if it has more pieces than fit: U,
 *     and so every figure, is that of this part
 * @param unknownPieces the number of pieces that the model does not know ({@code [UNK]})
 */
public record Score(
    String text,
    SentenceMasking masking,
    double energy,
    OptionalDouble twoWay,
    List<ScoredToken> fills,
    ModelDescription model,
    Optional<CharSpan> window,
    int unknownPieces) {
  /** Copies the list. */
  public Score {
    fills = List.copyOf(fills);
  }

  /** Returns the same with M. */
  Score withTwoWay(OptionalDouble told) {
    return new Score(text, masking, energy, told, fills, model, window, unknownPieces);
  }

  /**
   * A token and its probability where it stands.
   *
   * @param token the token, as the vocabulary spells it
   * @param logProbability log f of the token given the rest, in nats, at most 0
   * @param rank its place among all tokens of the vocabulary, 1 for the likeliest; equally likely
   *     ones share the first of their places
   */
  public record ScoredToken(String token, double logProbability, int rank) {}
}
