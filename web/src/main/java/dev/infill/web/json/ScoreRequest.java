package dev.infill.web.json;

import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.Choices;
import java.util.List;
import java.util.Optional;

/**
 * A text that is to be scored.
 *
 * @param text the text
 * @param fills a word for each blank; empty for a text without blanks
 * @param energy how U is defined
 * @param alternatives how many of the likeliest tokens of each blank are wanted
 * @param vocabulary which tokens are told among these
 */
public record ScoreRequest(
    String text,
    Optional<List<String>> fills,
    EnergyKind energy,
    int alternatives,
    VocabularyChoice vocabulary) {
  /**
   * Reads a request.
   *
   * @param body a JSON object with the members {@code text}, {@code fills}, {@code energy}, {@code
   *     alternatives} and {@code vocabulary}
   * @throws MalformedJsonException if it is no JSON object
   * @throws dev.infill.core.InvalidInputException if a member is unknown, missing, or cannot be
   *     what it is
   */
  public static ScoreRequest read(byte[] body) {
    JsonMembers members =
        JsonMembers.read(body, "text", "fills", "energy", "alternatives", "vocabulary");
    InfillSettings defaults = InfillSettings.defaults();
    return new ScoreRequest(
        members.require("text", members.text("text")),
        members.texts("fills"),
        members
            .text("energy")
            .map(Choices.of("energy", EnergyKind.class)::parse)
            .orElse(defaults.energy()),
        members.integer("alternatives").orElse(0),
        members
            .text("vocabulary")
            .map(Choices.of("vocabulary", VocabularyChoice.class)::parse)
            .orElse(defaults.vocabulary()));
  }
}
