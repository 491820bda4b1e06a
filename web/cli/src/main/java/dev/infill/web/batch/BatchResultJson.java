package dev.infill.web.batch;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.infill.web.api.InfillingJson;

/**
 * The fillings of one text of many: what {@link InfillingJson} has, and which text.
 *
 * @param id the id of the text
 * @param infilling its fillings, without the time that they took
 */
public record BatchResultJson(String id, @JsonUnwrapped InfillingJson infilling) {}
