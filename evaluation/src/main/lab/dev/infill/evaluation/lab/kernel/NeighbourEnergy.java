package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.ManyStates;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * U with U(θ with i → v) in place of the gradient's entry for value v of coordinate i: that of the
 * multilinear extension to one-hot vectors, whose first-order differences are exact for a change of
 * one coordinate. Every domain counts as {@link Categorical}, numbers as well.
 *
 * @param energy U
 */
record NeighbourEnergy(Energy energy) implements Energy {
  @Override
  public List<Domain> domains() {
    return energy.domains().stream().<Domain>map(domain -> new Categorical(domain.size())).toList();
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return gradient != GradientKind.OWN_TERM;
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (gradient == GradientKind.NONE) {
      return energy.evaluate(states, gradient);
    }
    if (!supports(gradient)) {
      throw new UnsupportedOperationException("differences of U, not of its terms");
    }
    List<Domain> domains = domains();
    List<State> asked = new ArrayList<>();
    for (State state : states) {
      asked.add(state);
      for (int i = 0; i < domains.size(); i++) {
        for (int value = 0; value < domains.get(i).size(); value++) {
          if (value != state.get(i)) {
            asked.add(state.with(i, value));
          }
        }
      }
    }
    Iterator<Evaluation> answers = new ManyStates(energy).evaluate(asked).iterator();
    return states.stream().map(state -> next(domains, state, answers)).toList();
  }

  private static Evaluation next(List<Domain> domains, State state, Iterator<Evaluation> answers) {
    Evaluation here = answers.next();
    double[][] gradient = new double[domains.size()][];
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = new double[domains.get(i).size()];
      for (int value = 0; value < gradient[i].length; value++) {
        gradient[i][value] = value == state.get(i) ? here.energy() : answers.next().energy();
      }
    }
    return new Evaluation(here.energy(), here.logProbabilities(), gradient);
  }

  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    return energy.conditionals(contexts);
  }

  /** One for θ, and one for each of its Σ (|Θᵢ| − 1) neighbours. */
  @Override
  public int passesPerEvaluation() {
    int neighbours = energy.domains().stream().mapToInt(domain -> domain.size() - 1).sum();
    return Math.multiplyExact(neighbours + 1, energy.passesPerEvaluation());
  }
}
