package dev.infill.evaluation.paper;

import java.util.OptionalDouble;

/**
 * How one sampler of an experiment samples, as it is printed.
 *
 * @param label the label of its runs
 * @param kind which sampler it is; the claims are about kinds
 * @param stepSize α; empty for samplers without one
 * @param balancing the balancing function; empty for samplers without one
 * @param gradient which gradient it uses; empty for samplers without one
 * @param start where its chains start
 * @param step what a step may change, such as {@code 1 blank}
 * @param temperature what U is divided by, positive
 * @param exact whether it leaves the target distribution invariant
 */
public record SamplerDescription(
    String label,
    String kind,
    OptionalDouble stepSize,
    String balancing,
    String gradient,
    String start,
    String step,
    double temperature,
    boolean exact) {}
