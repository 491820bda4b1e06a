package dev.infill.web.batch;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * The fillings of one text of many, and which text.
 *
 * @param id the id of the text
 * @param result its fillings as one text alone has them, without the time that they took
 */
public record BatchResultJson(String id, @JsonUnwrapped Record result) {}
