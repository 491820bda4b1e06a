package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.SentenceMasking;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.VocabularyChoice;
import java.util.List;
import java.util.Optional;

/**
 * A text that is to be scored.
 *
 * @param text the text, with or without blanks
 * @param fills a word for each blank, or for one of unknown length as many words as it has room
 *     for; absent for a text without blanks
 * @param masking what is masked beside a piece of a text without blanks: nothing, or the pieces to
 *     its right in the same word as well
 * @param alternatives how many of the likeliest tokens of each blank are wanted, given the other
 *     fills
 * @param vocabulary which tokens are told among these
 */
public record ScoreRequest(
    String text,
    Optional<List<String>> fills,
    SentenceMasking masking,
    int alternatives,
    VocabularyChoice vocabulary) {
  /** Why fills have no masking: each is one piece. */
  public static final String SENTENCES_ONLY =
      "masking is of sentences without blanks, as each fill is one piece; leave it out";

  /**
   * Reads a request.
   *
   * @param body a JSON object with the members {@code text}, {@code fills}, {@code masking} (of
   *     texts without blanks), {@code alternatives} and {@code vocabulary}
   * @throws MalformedJsonException if it is no JSON object
   * @throws dev.infill.core.InvalidInputException if a member is unknown, missing, or cannot be
   *     what it is
   */
  public static ScoreRequest read(byte[] body) {
    JsonMembers members =
        JsonMembers.read(body, "text", "fills", "masking", "alternatives", "vocabulary");
    Optional<SentenceMasking> masking =
        members.text("masking").map(Choices.of("masking", SentenceMasking.class)::parse);
    Optional<List<String>> fills = members.texts("fills");
    if (fills.isPresent() && masking.isPresent()) {
      throw new InvalidInputException("masking", SENTENCES_ONLY);
    }
    int alternatives = members.integer("alternatives").orElse(0);
    if (alternatives < 0) {
      throw new InvalidInputException(
          "alternatives", "alternatives must be at least 0, not " + alternatives);
    }
    return new ScoreRequest(
        members.require("text", members.text("text")),
        fills,
        masking.orElse(SentenceMasking.ORIGINAL),
        alternatives,
        members
            .text("vocabulary")
            .map(Choices.of("vocabulary", VocabularyChoice.class)::parse)
            .orElse(SampleSettings.defaults().get(Settings.VOCABULARY)));
  }
}
