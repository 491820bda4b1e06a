package dev.infill.web;

import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.sampler.Pool;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What somebody chose of the settings that others depend on.
 *
 * @param steps steps of each chain, if they were chosen
 * @param pool which states the candidates are taken from, if that was chosen
 * @param sampler which sampler, if it was chosen
 */
public record ExplicitChoices(
    OptionalInt steps, Optional<Pool> pool, Optional<SamplerKind> sampler) {
  /**
   * Moves what nobody chose out of the way of what somebody did: few steps take less burn-in,
   * another pool than the preset's cannot list repeats, and few samplers have a step size to adapt.
   *
   * @param base what holds where nothing was chosen
   * @return what starts from these settings; the choices themselves are not made yet
   */
  public InfillSettings.Builder over(InfillSettings base) {
    InfillSettings.Builder builder = base.toBuilder();
    int chosenSteps = steps.orElse(base.steps());
    builder.burnIn((int) ((long) base.burnIn() * Math.max(0, chosenSteps) / base.steps()));
    if (pool.orElse(base.pool()) != Pool.LAST) {
      builder.repeats(false);
    }
    if (!sampler.orElse(base.sampler()).canAdapt()) {
      builder.targetAcceptance(OptionalDouble.empty());
    }
    return builder;
  }
}
