package dev.infill.core.task;

/**
 * A piece that stands in a blank of a candidate.
 *
 * @param blank which blank of the text it stands in, from 1; several pieces may stand in one that
 *     holds more than one
 * @param token the token, as the vocabulary spells it
 * @param logProbability the log-probability log f of the token given all others, in nats, at most 0
 * @param start where the fill starts in the candidate's text, in UTF-16 code units
 * @param end one past where it ends
 */
public record Fill(int blank, String token, double logProbability, int start, int end) {}
