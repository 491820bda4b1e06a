package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
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
  default boolean supports(GradientKind gradient) {
    return gradient != GradientKind.OWN_TERM;
  }

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

  @Override
  default List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    List<CategoricalDistribution> conditionals = new ArrayList<>(states.size());
    for (int k = 0; k < coordinates.length; k++) {
      conditionals.add(
          CategoricalDistribution.ofLogWeights(energiesAlong(states.get(k), coordinates[k])));
    }
    return conditionals;
  }

  /** Returns U(θ with i → v) for every v. */
  default double[] energiesAlong(State state, int coordinate) {
    double[] energies = new double[domains().get(coordinate).size()];
    for (int value = 0; value < energies.length; value++) {
      energies[value] = energyAt(state.with(coordinate, value));
    }
    return energies;
  }

  @Override
  default int passesPerEvaluation() {
    return 1;
  }

  @Override
  default int passesPerConditional() {
    return 1;
  }
}
