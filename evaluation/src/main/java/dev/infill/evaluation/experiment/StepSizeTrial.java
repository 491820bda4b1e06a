package dev.infill.evaluation.experiment;

/**
 * How a sampler did with one step size on the tuning tasks; means over tasks.
 *
 * @param sampler the label of the sampler
 * @param stepSize α
 * @param meanEnergy the mean U, in nats, of all chains, over the snapshots in the second half of
 *     their steps
 * @param acceptanceRate see {@link RunDiagnostics}
 * @param acceptedAndChangedRate see {@link RunDiagnostics}
 * @param changedPerStep see {@link RunDiagnostics}
 */
public record StepSizeTrial(
    String sampler,
    double stepSize,
    double meanEnergy,
    double acceptanceRate,
    double acceptedAndChangedRate,
    double changedPerStep) {}
