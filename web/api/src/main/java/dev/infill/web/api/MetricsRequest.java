package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sentences that are to be measured.
 *
 * @param sentences the sentences, at least one. White space separates their words; case does not
 *     matter
 * @param references sentences that they are compared with, by name
 */
public record MetricsRequest(
    List<List<String>> sentences, Map<String, List<List<String>>> references) {
  private static final String NAME = "[A-Za-z][A-Za-z0-9_-]{0,31}";

  /** What unique n-grams among the sentences themselves are called. */
  private static final String RESERVED = "self";

  /** Copies the collections, in their order. */
  public MetricsRequest {
    sentences = List.copyOf(sentences);
    references = Collections.unmodifiableMap(new LinkedHashMap<>(references));
  }

  /**
   * Reads a request.
   *
   * @param body a JSON object with the members {@code sentences} and {@code references}
   * @throws MalformedJsonException if it is no JSON object
   * @throws InvalidInputException if a member is unknown, missing, or cannot be what it is
   */
  public static MetricsRequest read(byte[] body) {
    JsonMembers members = JsonMembers.read(body, "sentences", "references");
    List<List<String>> sentences = words(members.require("sentences", members.texts("sentences")));
    if (sentences.isEmpty()) {
      throw new InvalidInputException("sentences", "there is no sentence to measure");
    }
    Map<String, List<List<String>>> references = new LinkedHashMap<>();
    members
        .textsByName("references")
        .forEach(
            (name, texts) -> {
              if (!name.matches(NAME) || name.equals(RESERVED)) {
                throw new InvalidInputException(
                    "references",
                    "names of references begin with a letter and go on with letters, digits, -"
                        + " and _, 32 in all; "
                        + RESERVED
                        + " stands for the sentences themselves");
              }
              references.put(name, words(texts));
            });
    return new MetricsRequest(sentences, references);
  }

  private static List<List<String>> words(List<String> texts) {
    return texts.stream()
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(text -> List.of(text.split("\\s+")))
        .toList();
  }
}
