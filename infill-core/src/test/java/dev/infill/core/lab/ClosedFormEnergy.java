package dev.infill.core.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;

/**
 * An energy that is a formula: U and ∇U of one state at a time, the conditionals those of π. One
 * evaluation, or one conditional, counts as one pass.
 */
public interface ClosedFormEnergy extends Energy {
  /** Returns U(θ), in nats. */
  double energyAt(State state);

  /** Returns ∇U(θ), one array per coordinate. */
  double[][] gradientAt(State state);

  @Override
  default List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (!supports(gradient)) {
      throw new UnsupportedOperationException("no own terms: U is not a sum of conditionals");
    }
    return states.stream()
        .map(
            state ->
                new Evaluation(
                    energyAt(state),
                    new double[0],
                    gradient == GradientKind.EXACT ? gradientAt(state) : new double[0][]))
        .toList();
  }
}
