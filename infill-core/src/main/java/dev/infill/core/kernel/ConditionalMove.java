package dev.infill.core.kernel;

/**
 * A move of one coordinate that was drawn from its conditional fᵢ(· | θ_\i). The way back draws
 * from the same conditional, as θ_\i does not change.
 *
 * @param move θ → θ′
 * @param logForward log fᵢ(θ′ᵢ | θ_\i), in nats
 * @param logReverse log fᵢ(θᵢ | θ_\i), in nats; −∞ if it is never drawn
 */
record ConditionalMove(Move move, double logForward, double logReverse) {}
