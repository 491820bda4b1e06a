package dev.infill.core.infill;

import java.util.OptionalDouble;

/**
 * How the chains behaved; rates are means over chains and over the steps after burn-in.
 *
 * @param acceptanceRate the share of steps whose proposal was accepted, unchanged ones included
 * @param acceptedAndChangedRate the share of steps that moved the chain to another state
 * @param meanChangedCoordinates the mean number of blanks changed per step
 * @param distinctFillings how many different fillings the pooled states hold
 * @param effectiveSampleSize of U over all chains; 0 for chains that never move; empty where U was
 *     not traced or there are too few steps
 * @param modelPasses sequences through the model in all
 * @param seconds wall-clock seconds, from tokenizing to candidates
 * @param stepSize α of the steps that were kept; empty for samplers without one
 * @param keptSteps steps of each chain after burn-in
 */
public record Diagnostics(
    double acceptanceRate,
    double acceptedAndChangedRate,
    double meanChangedCoordinates,
    int distinctFillings,
    OptionalDouble effectiveSampleSize,
    long modelPasses,
    double seconds,
    OptionalDouble stepSize,
    int keptSteps) {}
