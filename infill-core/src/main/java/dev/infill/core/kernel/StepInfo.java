package dev.infill.core.kernel;

import dev.infill.core.energy.State;

/**
 * What one step of one chain did.
 *
 * @param proposal θ′
 * @param accepted whether the chain moved to θ′ (true as well where θ′ = θ)
 * @param acceptanceProbability min(1, r), in [0, 1]; 1 for kernels that always accept. Kernels that
 *     refuse moves before r is known give 1 for what was accepted and 0 for what was not: the mean
 *     is the acceptance rate either way
 * @param changedCoordinates the Hamming distance between the chain's state before and after
 * @param modelPasses sequences through the model that this step cost
 */
public record StepInfo(
    State proposal,
    boolean accepted,
    double acceptanceProbability,
    int changedCoordinates,
    int modelPasses) {}
