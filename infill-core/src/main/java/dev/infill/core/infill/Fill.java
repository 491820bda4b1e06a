package dev.infill.core.infill;

/**
 * What stands in one blank of a candidate.
 *
 * @param token the token, as the vocabulary spells it
 * @param logProbability log f of the token at its blank given the other fills, in nats, at most 0
 * @param start where the fill starts in the candidate's text, in {@code char}s
 * @param end one past where it ends
 */
public record Fill(String token, double logProbability, int start, int end) {}
