package dev.infill.evaluation.paper;

import dev.infill.evaluation.statistics.Estimate;

/**
 * Where two samplers were compared at equal mean U of the samples that would be kept: at the
 * highest mean U that both reach, each where its curve first gets there, between two points of a
 * curve by linear interpolation. A sampler that never gets as high as the other is thus compared
 * with the other's way up, not with its end.
 *
 * @param level the mean U, in nats
 * @param samplerStep the step at which the sampler gets there
 * @param baselineStep the step at which the baseline gets there
 * @param samplerHighest the highest mean U of the sampler, in nats
 * @param baselineAtEqualSteps the mean U of the baseline at equal steps, in nats
 */
public record EqualEnergy(
    Estimate level,
    double samplerStep,
    double baselineStep,
    double samplerHighest,
    double baselineAtEqualSteps) {
  /** Returns whether the sampler gets as high as the baseline is at equal steps. */
  public boolean reachesBaseline() {
    return samplerHighest >= baselineAtEqualSteps;
  }
}
