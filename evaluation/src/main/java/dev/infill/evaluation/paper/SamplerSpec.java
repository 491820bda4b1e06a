package dev.infill.evaluation.paper;

import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;

/**
 * A sampler that takes part in an experiment.
 *
 * @param label names it in tables and files, unique within an experiment: the sampler, and what is
 *     not as in the protocol, such as {@code dmala+balancing=power:0.9}
 * @param settings how it samples; the seed is set for each task
 * @param updates what counts as a step
 */
public record SamplerSpec(String label, SampleSettings settings, UpdatesPerStep updates) {
  /** Says whether α has an effect on this sampler. */
  public boolean hasStepSize() {
    return settings.sampler().has(Settings.ALPHA);
  }
}
