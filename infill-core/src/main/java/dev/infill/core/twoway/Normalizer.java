package dev.infill.core.twoway;

import java.util.OptionalDouble;

/**
 * The estimate of Z = Σ exp((M(θ) + V(θ))/T), which turns M into probabilities.
 *
 * @param logEstimate log Ẑ, in nats
 * @param relativeError the standard error of Ẑ as a share of it, at least 0; 0 if Z is known. It is
 *     half of Z's certain interval if nothing was drawn, and infinite if nothing is known
 * @param logLeast a certain lower bound of log Z, in nats: the sum over the scored fillings
 * @param logMost a certain upper bound of log Z, in nats; empty if weights are not bounded
 * @param draws the number of independent draws
 * @param effectiveShare the effective share of the draws, (Σ w)²/(n Σ w²) in (0, 1]; empty without
 *     draws
 * @param paretoShape k̂ of the tail of the weights: Ẑ is reliable below 0.7; empty if weights are
 *     bounded or too few
 */
public record Normalizer(
    double logEstimate,
    double relativeError,
    double logLeast,
    OptionalDouble logMost,
    int draws,
    OptionalDouble effectiveShare,
    OptionalDouble paretoShape) {}
