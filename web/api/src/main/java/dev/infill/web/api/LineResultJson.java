package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What came of one line of a file: what its text alone would give, and which line.
 *
 * @param line the line that the text stands on, from 1
 * @param result what came of it
 */
public record LineResultJson(long line, @JsonUnwrapped Record result) {}
