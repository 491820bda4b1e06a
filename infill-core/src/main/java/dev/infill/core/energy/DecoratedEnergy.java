package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;

/**
 * An energy that is another one with something changed. Its domains, evaluations, conditionals and
 * their costs are the other's unless it says otherwise. What {@link Energy} offers beside these –
 * terms, draws, a relaxation – it has only where it says so: each would pass by what was changed.
 */
public interface DecoratedEnergy extends Energy {
  /** Returns the other energy. */
  Energy energy();

  @Override
  default List<Domain> domains() {
    return energy().domains();
  }

  @Override
  default boolean admits(State state) {
    return energy().admits(state);
  }

  @Override
  default boolean supports(GradientKind gradient) {
    return energy().supports(gradient);
  }

  @Override
  default Optional<String> limitation() {
    return energy().limitation();
  }

  @Override
  default List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return energy().evaluate(states, gradient);
  }

  @Override
  default List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return energy().conditionals(states, coordinates);
  }

  @Override
  default boolean readsMasked() {
    return energy().readsMasked();
  }

  @Override
  default int passesPerEvaluation() {
    return energy().passesPerEvaluation();
  }

  @Override
  default int passesPerConditional() {
    return energy().passesPerConditional();
  }
}
