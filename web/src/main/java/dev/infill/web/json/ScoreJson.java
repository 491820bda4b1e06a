package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import dev.infill.core.infill.Score;
import dev.infill.web.Choices;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a model says of given fills, or of a whole sentence.
 *
 * @param text the text with its blanks filled
 * @param energyKind how U is defined
 * @param energy U in nats; null for −∞
 * @param fills each scored token: the fills, or every piece of a sentence without blanks
 */
public record ScoreJson(
    String text, String energyKind, @Nullable Double energy, List<ScoredTokenJson> fills) {
  /**
   * Maps a score.
   *
   * @param score the score
   */
  public static ScoreJson of(Score score) {
    return new ScoreJson(
        score.text(),
        Choices.label(score.energyKind()),
        finiteOrNull(score.energy()),
        score.fills().stream()
            .map(token -> new ScoredTokenJson(token.token(), finiteOrNull(token.logProbability())))
            .toList());
  }

  /**
   * A scored token.
   *
   * @param token the token, as the vocabulary spells it
   * @param logProbability log f in nats; null for −∞
   */
  public record ScoredTokenJson(String token, @Nullable Double logProbability) {}
}
