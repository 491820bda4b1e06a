package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.StepSizeSource;
import dev.infill.evaluation.experiment.UpdatesPerStep;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sampler with one step size, as it is compared with others.
 *
 * @param label names the sampler and what is not as usual of it, such as {@code
 *     dmala+balancing=sqrt}; α is not part of it unless it was given with it
 * @param settings how it samples
 */
public record ComparedSampler(String label, InfillSettings settings) {
  /**
   * Returns every sampler with every step size, in that order. A sampler that has no step size, or
   * that comes with one, is there once.
   *
   * @param samplers the samplers
   * @param stepSizes the values of α
   * @throws InvalidInputException if a step size is not positive and finite, or a sampler's steps
   *     are sweeps, which only the experiment has
   */
  public static List<ComparedSampler> grid(List<SamplerSpec> samplers, List<Double> stepSizes) {
    return samplers.stream().flatMap(sampler -> withEach(stepSizes, sampler)).toList();
  }

  private static Stream<ComparedSampler> withEach(List<Double> stepSizes, SamplerSpec sampler) {
    if (sampler.updates() != UpdatesPerStep.ONE) {
      throw new InvalidInputException(
          "samplers",
          sampler.label() + ": a step of gibbs changes one blank here; leave out +updates");
    }
    boolean open = sampler.hasStepSize() && sampler.stepSizeSource() != StepSizeSource.GIVEN;
    return open
        ? stepSizes.stream()
            .map(
                stepSize ->
                    new ComparedSampler(
                        sampler.label(),
                        sampler.settings().toBuilder().set(Settings.ALPHA, stepSize).build()))
        : Stream.of(new ComparedSampler(sampler.label(), sampler.settings()));
  }
}
