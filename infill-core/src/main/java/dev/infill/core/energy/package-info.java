/**
 * Energies over discrete product spaces: domains, states, evaluations, gradients and conditionals.
 *
 * <p>Notation: a state θ has m coordinates, θᵢ ∈ Θᵢ; the target is π(θ) ∝ exp(U(θ)). May use
 * nothing but the JDK.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.energy;
