package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.infill.Alternative;
import dev.infill.core.infill.Score;
import dev.infill.web.Choices;
import dev.infill.web.json.InfillingJson.WindowJson;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a model says of given fills, or of a whole sentence.
 *
 * @param text the text with its blanks filled
 * @param energyKind how U is defined
 * @param masking what is masked beside a token while it is scored
 * @param energy U in nats; null for −∞
 * @param normalizedEnergy see {@link Score}; absent where all blanks have one length only
 * @param fills each scored token: the fills, or every piece of a sentence without blanks
 * @param window the part of {@code text} that the model reads; absent where it reads all of it
 */
public record ScoreJson(
    String text,
    String energyKind,
    String masking,
    @Nullable Double energy,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double normalizedEnergy,
    List<ScoredTokenJson> fills,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable WindowJson window) {
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
        Choices.label(score.energyKind()),
        Choices.label(score.masking()),
        finiteOrNull(score.energy()),
        finiteOrNull(score.normalizedEnergy()),
        IntStream.range(0, score.fills().size())
            .mapToObj(
                i ->
                    ScoredTokenJson.of(
                        score.fills().get(i), alternatives.isEmpty() ? null : alternatives.get(i)))
            .toList(),
        score.window().map(WindowJson::of).orElse(null));
  }

  /**
   * A scored token.
   *
   * @param token the token, as the vocabulary spells it
   * @param logProbability log f in nats; null for −∞
   * @param alternatives the likeliest tokens there, best first; absent if none were asked for
   */
  public record ScoredTokenJson(
      String token,
      @Nullable Double logProbability,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<AlternativeJson> alternatives) {
    private static ScoredTokenJson of(
        Score.ScoredToken scored, @Nullable List<Alternative> alternatives) {
      return new ScoredTokenJson(
          scored.token(),
          finiteOrNull(scored.logProbability()),
          alternatives == null ? null : alternatives.stream().map(AlternativeJson::of).toList());
    }
  }

  /**
   * A token that could stand there.
   *
   * @param token the token, as the vocabulary spells it
   * @param logProbability log f in nats; null for −∞
   */
  public record AlternativeJson(String token, @Nullable Double logProbability) {
    private static AlternativeJson of(Alternative alternative) {
      return new AlternativeJson(alternative.token(), finiteOrNull(alternative.logProbability()));
    }
  }
}
