package dev.infill.evaluation.experiment;

import java.util.OptionalDouble;

/**
 * How the chains of one run moved, over the steps of one comparison; rates are means over chains
 * and steps.
 *
 * @param acceptanceRate the share of steps whose proposal was accepted, unchanged ones included
 * @param acceptedAndChangedRate the share of steps that moved the chain to another state
 * @param changedPerStep the mean number of blanks changed per step
 * @param effectiveSampleSize of U over all chains; empty where the sampler does not evaluate U
 * @param effectiveSampleSizeOfHammingDistance of the number of blanks in which a chain differs from
 *     the tokens most often seen, over all chains ({@link dev.infill.core.chain.HammingDistances}).
 *     Empty where there are too few steps, and in records that are older than this figure
 */
public record RunDiagnostics(
    double acceptanceRate,
    double acceptedAndChangedRate,
    double changedPerStep,
    OptionalDouble effectiveSampleSize,
    OptionalDouble effectiveSampleSizeOfHammingDistance) {}
