package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.score.Alternative;
import dev.infill.core.score.Score;
import dev.infill.core.score.SentenceMasking;
import dev.infill.core.text.CharSpan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What a model says of given fills, or of a whole sentence.
 *
 * @param text the text with its blanks filled
 * @param masking what is masked beside a token while it is scored
 * @param energy U in nats; null for −∞
 * @param twoWay M of the fills, the log-probability by the chain rule, the mean of both reading
 *     orders, in nats; fills of different lengths are compared by it per piece. Absent for a whole
 *     sentence
 * @param fills each scored token: the fills, or every piece of a sentence without blanks
 * @param unknownPieces how many pieces of the text stand for what the model does not know ({@code
 *     [UNK]}); absent where it knows all of it
 * @param window the part of {@code text} around the fills that the model reads, and that all
 *     figures are of; absent where it reads all of it
 */
public record ScoreJson(
    String text,
    SentenceMasking masking,
    double energy,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble twoWay,
    List<ScoredTokenJson> fills,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int unknownPieces,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CharSpan> window) {
  /**
   * Maps a score.
   *
   * @param score the score
   */
  public static ScoreJson of(Score score) {
    return of(score, List.of());
  }

  /**
   * Maps a score with the likeliest tokens beside the given ones.
   *
   * @param score the score
   * @param alternatives for each scored token the likeliest ones there; empty to tell none
   */
  public static ScoreJson of(Score score, List<List<Alternative>> alternatives) {
    return new ScoreJson(
        score.text(),
        score.masking(),
        score.energy(),
        score.twoWay(),
        IntStream.range(0, score.fills().size())
            .mapToObj(
                i ->
                    new ScoredTokenJson(
                        score.fills().get(i).token(),
                        score.fills().get(i).logProbability(),
                        score.fills().get(i).rank(),
                        alternatives.isEmpty()
                            ? Optional.empty()
                            : Optional.of(alternatives.get(i))))
            .toList(),
        score.unknownPieces(),
        score.window());
  }

  /**
   * A scored token.
   *
   * @param token the token, as the vocabulary spells it
   * @param logProbability its log f given all others, in nats
   * @param rank its place among all tokens of the vocabulary, 1 for the likeliest
   * @param alternatives the likeliest tokens in its place, best first; absent unless they were
   *     asked for
   */
  record ScoredTokenJson(
      String token,
      double logProbability,
      int rank,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<Alternative>> alternatives) {}
}
