package dev.infill.core.score;

/**
 * A token that could stand in a blank.
 *
 * @param token the token, as the vocabulary spells it
 * @param logProbability the log-probability log f of the token given the other fills, in nats, at
 *     most 0
 */
public record Alternative(String token, double logProbability) {}
