package dev.infill.web.api.mask;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/**
 * A token of a blank, as clients of Hugging Face's fill-mask inference expect it, or a word of
 * several.
 *
 * @param score its probability; of a word of several tokens, among all of as many
 * @param token its id in the vocabulary; absent where there are several
 * @param tokens the ids of several; absent where there is one
 * @param tokenText the token, as the vocabulary spells it; several as they are written in a text
 * @param sequence the text with this blank filled; where each of several is answered on its own,
 *     the others hold the model's mask, and its special tokens stand at both ends
 */
public record FillMaskJson(
    double score,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> token,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> tokens,
    @JsonProperty("token_str") String tokenText,
    String sequence) {
  /** Copies the list. */
  public FillMaskJson {
    tokens = List.copyOf(tokens);
  }
}
