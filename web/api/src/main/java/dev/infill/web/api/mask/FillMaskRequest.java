package dev.infill.web.api.mask;

import dev.infill.core.InvalidInputException;
import dev.infill.web.api.JsonMembers;
import java.util.List;
import java.util.Optional;

/**
 * Texts whose blanks are asked about, as clients of Hugging Face's fill-mask inference ask.
 *
 * @param inputs the texts
 * @param several whether they came as a list
 * @param topK how many tokens are returned for each blank
 * @param targets the only words that are returned, if some are named
 * @param joint whether the blanks of a text are asked about together, and not each on its own
 */
public record FillMaskRequest(
    List<String> inputs, boolean several, int topK, Optional<List<String>> targets, boolean joint) {
  private static final int DEFAULT_TOP_K = 5;

  /**
   * Reads a request.
   *
   * @param body a JSON object with the members {@code inputs}, {@code parameters} ({@code top_k},
   *     {@code targets} and {@code joint}) and {@code options}, which have no effect
   * @throws dev.infill.web.api.MalformedJsonException if it is no JSON object
   * @throws InvalidInputException if a member is unknown, missing, or cannot be what it is
   */
  public static FillMaskRequest read(byte[] body) {
    JsonMembers members = JsonMembers.read(body, "inputs", "parameters", "options");
    members.anyObject("options");
    List<String> inputs = members.require("inputs", members.textOrTexts("inputs"));
    Optional<JsonMembers> parameters = members.object("parameters", "top_k", "targets", "joint");
    int topK = parameters.flatMap(given -> given.integer("top_k")).orElse(DEFAULT_TOP_K);
    if (topK < 1) {
      throw new InvalidInputException("top_k", "top_k must be at least 1, not " + topK);
    }
    Optional<List<String>> targets = parameters.flatMap(given -> given.textOrTexts("targets"));
    if (targets.isPresent() && targets.get().isEmpty()) {
      throw new InvalidInputException("targets", "targets must name a word, or be left out");
    }
    boolean joint = parameters.flatMap(given -> given.flag("joint")).orElse(false);
    return new FillMaskRequest(inputs, members.isList("inputs"), topK, targets, joint);
  }
}
