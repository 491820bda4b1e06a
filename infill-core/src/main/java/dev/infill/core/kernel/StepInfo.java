package dev.infill.core.kernel;

import dev.infill.core.energy.State;

/**
 * The report of one step of one chain.
 *
 * @param proposal θ′
 * @param accepted whether the chain moved to θ′; true also if θ′ = θ
 * @param acceptanceProbability min(1, r), in [0, 1]; 1 for kernels that always accept. It is 1 or 0
 *     if the step knows only whether the move was accepted: the mean is the acceptance rate either
 *     way
 * @param changedCoordinates the Hamming distance between the chain's states before and after
 * @param modelPasses the sequences through the model that this step cost
 */
public record StepInfo(
    State proposal,
    boolean accepted,
    double acceptanceProbability,
    int changedCoordinates,
    int modelPasses) {}
