package dev.infill.evaluation.summary;

/**
 * A sampler after a number of steps, over all tasks.
 *
 * @param step steps that every chain had made; where they differ by task, their mean
 * @param passesPerChain model passes that a chain had cost by then, mean over tasks
 * @param energies U of all chains of all tasks
 * @param keptEnergy mean U of the samples that would be kept here, in nats
 * @param selfBleu of those samples
 * @param selfUnique2 2-grams seen once in those samples, per 100 n-grams
 * @param selfUnique3 3-grams seen once in those samples, per 100 n-grams
 * @param corpusBleu of those samples
 */
public record CurvePoint(
    double step,
    double passesPerChain,
    EnergySpread energies,
    double keptEnergy,
    double selfBleu,
    double selfUnique2,
    double selfUnique3,
    double corpusBleu) {}
