package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A token of a blank, as clients of Hugging Face's fill-mask inference expect it.
 *
 * @param score its probability
 * @param token its id in the vocabulary
 * @param tokenText the token, as the vocabulary spells it
 * @param sequence the text with this blank filled
 */
public record FillMaskJson(
    double score, int token, @JsonProperty("token_str") String tokenText, String sequence) {}
