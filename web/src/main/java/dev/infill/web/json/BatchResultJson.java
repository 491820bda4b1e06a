package dev.infill.web.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * The fillings of one text of many: what {@link InfillingJson} has, and which text.
 *
 * @param id the id of the text
 * @param infilling its fillings, without the time that they took
 */
public record BatchResultJson(String id, @JsonUnwrapped InfillingJson infilling) {}
