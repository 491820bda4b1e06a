package dev.infill.web.cli;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;

/**
 * An energy that does something before each evaluation.
 *
 * @param energy the energy
 * @param beforeEvaluation what it does
 */
public record WatchedEnergy(Energy energy, Runnable beforeEvaluation) implements DecoratedEnergy {
  /** Returns a model with such energies. */
  public static MaskedLanguageModel model(MaskedLanguageModel model, Runnable beforeEvaluation) {
    return new DecoratedModel(model, energy -> new WatchedEnergy(energy, beforeEvaluation));
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    beforeEvaluation.run();
    return energy.evaluate(states, gradient);
  }

  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    beforeEvaluation.run();
    return energy.conditionals(contexts);
  }

  @Override
  public boolean isSum() {
    return energy.isSum();
  }
}
