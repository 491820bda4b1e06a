package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates U at the many states that an enumeration comes to, some at a time.
 *
 * @param energy U
 */
record ManyStates(Energy energy) {
  /** Energies of large models should not get all states as one batch. */
  private static final int BATCH = 64;

  /** Returns U at every state, in order. */
  List<Evaluation> evaluate(List<State> states) {
    List<Evaluation> evaluations = new ArrayList<>(states.size());
    for (int first = 0; first < states.size(); first += BATCH) {
      evaluations.addAll(
          energy.evaluate(
              states.subList(first, Math.min(first + BATCH, states.size())), GradientKind.NONE));
    }
    return evaluations;
  }
}
