package dev.infill.core.twoway;

import java.util.OptionalDouble;

/**
 * The estimate of Z = Σ exp((M(θ) + V(θ))/T), which turns M into probabilities.
 *
 * @param logEstimate log Ẑ, in nats
 * @param relativeError the standard error of Ẑ as a share of it, at least 0; 0 where Z is known.
 *     Where nothing was drawn it is half of the interval that Z certainly lies in. Infinite where
 *     nothing is known
 * @param logLeast a certain lower bound of log Z, in nats: the sum over the scored fillings
 * @param logMost a certain upper bound of log Z, in nats; empty where weights are not bounded
 * @param draws how many independent draws it was estimated from
 * @param effectiveShare the effective share of the draws, (Σ w)²/(n Σ w²) in (0, 1]; empty without
 *     draws
 * @param paretoShape k̂ of the tail of the weights, where these are not bounded and there are
 *     enough of them: Ẑ can be relied on where it is below 0.7
 */
public record Normalizer(
    double logEstimate,
    double relativeError,
    double logLeast,
    OptionalDouble logMost,
    int draws,
    OptionalDouble effectiveShare,
    OptionalDouble paretoShape) {}
