package dev.infill.evaluation.summary;

import dev.infill.evaluation.statistics.Resampled;

/**
 * A point of a sampler's curve with its resamples.
 *
 * @param step the mean step over tasks
 * @param energy mean U of the samples that would be kept, in nats
 * @param selfBleu of those samples
 * @param corpusBleu of those samples
 */
record ResampledPoint(double step, Resampled energy, Resampled selfBleu, Resampled corpusBleu) {}
