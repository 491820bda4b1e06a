package dev.infill.evaluation.paper;

import dev.infill.evaluation.statistics.Estimate;

/**
 * The place at which two samplers are compared at equal mean U of their kept samples. U is the
 * highest mean that both reach. Each sampler is taken where its curve first gets there, by linear
 * interpolation between two points. So a sampler that stays lower than the other is compared with
 * the other's way up, not with its end.
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
