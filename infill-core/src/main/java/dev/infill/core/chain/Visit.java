package dev.infill.core.chain;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.Transition;
import java.util.OptionalDouble;

/**
 * One step of a chain, without what the chain keeps.
 *
 * @param state θ after the step
 * @param energy U(θ) + V(θ) in nats; empty for kernels that never evaluate U
 * @param info the report of the step
 */
public record Visit(State state, OptionalDouble energy, StepInfo info) {
  static Visit after(Transition transition) {
    return new Visit(
        transition.next().state(),
        transition.next().evaluation().stream().mapToDouble(Evaluation::energy).findFirst(),
        transition.info());
  }
}
