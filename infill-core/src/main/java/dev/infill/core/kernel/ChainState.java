package dev.infill.core.kernel;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import java.util.Optional;

/**
 * Where a chain is, and what its kernel keeps with it.
 *
 * @param state θ
 * @param evaluation U(θ) and the gradient; empty for kernels that never evaluate U (pseudo-Gibbs)
 * @param steps how many steps the chain has made
 */
public record ChainState(State state, Optional<Evaluation> evaluation, long steps) {}
