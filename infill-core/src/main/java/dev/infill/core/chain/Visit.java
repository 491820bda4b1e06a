package dev.infill.core.chain;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.Transition;
import java.util.OptionalDouble;

/**
 * Where a chain was after one step, and how it came there.
 *
 * @param state θ after the step
 * @param energy U(θ); empty for kernels that never evaluate U
 * @param info what the step did
 */
public record Visit(State state, OptionalDouble energy, StepInfo info) {
  /** Returns where a chain is after a transition. */
  static Visit after(Transition transition) {
    return new Visit(
        transition.next().state(),
        transition.next().evaluation().stream().mapToDouble(Evaluation::energy).findFirst(),
        transition.info());
  }
}
