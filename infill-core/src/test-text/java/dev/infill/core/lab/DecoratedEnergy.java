package dev.infill.core.lab;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;

/**
 * An energy that is another one with something changed: by default, that it is no sum, and is not
 * known between states.
 */
public interface DecoratedEnergy extends Energy {
  /** Returns the other energy. */
  Energy energy();

  /** Returns an energy that is another one, but no sum. */
  static Energy whole(Energy energy) {
    return (DecoratedEnergy) () -> energy;
  }

  @Override
  default List<Domain> domains() {
    return energy().domains();
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
  default List<Conditional> conditionals(List<Context> contexts) {
    return energy().conditionals(contexts);
  }

  @Override
  default boolean readsMasked() {
    return energy().readsMasked();
  }

  @Override
  default int passesPerEvaluation() {
    return energy().passesPerEvaluation();
  }
}
