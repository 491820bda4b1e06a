package dev.infill.core.task;

/**
 * A piece that stands in a blank of a filled text.
 *
 * @param blank which blank of the text it stands in, from 1; several pieces may stand in one that
 *     holds more than one
 * @param token the token, as the vocabulary spells it
 * @param start where it starts in the filled text, in UTF-16 code units
 * @param end one past where it ends
 */
public record Piece(int blank, String token, int start, int end) {}
