/**
 * The samplers of the experiments, by their labels, and their chains: where these start, how they
 * move together, from which random numbers, and what their steps are worth.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.lab.sampler;
