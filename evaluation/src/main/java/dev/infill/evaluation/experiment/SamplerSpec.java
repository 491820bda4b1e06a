package dev.infill.evaluation.experiment;

import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import java.util.Locale;

/**
 * A sampler that takes part in an experiment.
 *
 * @param label names it in tables and files, unique within an experiment: the sampler, and what is
 *     not as in the protocol, such as {@code dmala+balancing=power:0.9}
 * @param settings how it samples; the seed is set for each task
 * @param updates what counts as a step
 * @param stepSizeSource where α comes from: {@code given}, {@code tuned} or {@code default}
 */
public record SamplerSpec(
    String label, InfillSettings settings, UpdatesPerStep updates, StepSizeSource stepSizeSource) {

  /**
   * Returns the same sampler with another step size.
   *
   * @param stepSize α, positive and finite
   * @param source where it comes from
   */
  public SamplerSpec withStepSize(double stepSize, StepSizeSource source) {
    return new SamplerSpec(
        label, settings.toBuilder().set(Settings.ALPHA, stepSize).build(), updates, source);
  }

  /** Returns in words all that a step size is tuned for, beside the model and the tasks. */
  String conditions() {
    return String.join(
        ", ",
        settings.sampler().label(),
        "balancing " + settings.get(Settings.BALANCING).label(),
        "gradient " + name(settings.get(Settings.GRADIENT)),
        "temperature " + settings.temperature(),
        "energy " + name(settings.energy()),
        "vocabulary " + name(settings.vocabulary()),
        "start " + settings.start());
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Says whether α has an effect on this sampler. */
  public boolean hasStepSize() {
    return settings.sampler().has(Settings.ALPHA);
  }
}
