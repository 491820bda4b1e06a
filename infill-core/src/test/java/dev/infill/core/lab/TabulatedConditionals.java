package dev.infill.core.lab;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;

/**
 * U(θ) = Σᵢ log fᵢ(θᵢ | θ_\i) of arbitrary conditionals fᵢ, which need not be those of any joint
 * distribution: the pseudo-log-likelihood of a masked language model in small.
 *
 * <p>{@link #conditionals} returns fᵢ, not the conditionals of π. The own-term gradient is log fᵢ(v
 * | θ_\i); the exact one is that of the multilinear extension, U(θ with i → v); for ordinals both
 * are the slopes of the polynomials through these. Both are extended alike between states.
 * Evaluating a state counts as m passes, a conditional as one.
 */
public final class TabulatedConditionals implements Energy {
  private final StateSpace space;
  private final double[][] logConditionals;

  private TabulatedConditionals(StateSpace space, double[][] logConditionals) {
    this.space = space;
    this.logConditionals = logConditionals;
  }

  /**
   * Tabulates conditionals.
   *
   * @param domains Θ₁ … Θ_m, of at most {@link StateSpace#LIMIT} states
   * @param logWeight of a state θ and a coordinate i: log fᵢ(θᵢ | θ_\i) up to a constant that does
   *     not depend on θᵢ, in nats, finite or −∞
   */
  public static TabulatedConditionals of(
      List<? extends Domain> domains, ToDoubleBiFunction<State, Integer> logWeight) {
    StateSpace space = new StateSpace(domains);
    double[][] logConditionals = new double[space.size()][domains.size()];
    for (int number = 0; number < space.size(); number++) {
      State state = space.state(number);
      for (int i = 0; i < state.size(); i++) {
        double[] logWeights = new double[domains.get(i).size()];
        for (int value = 0; value < logWeights.length; value++) {
          logWeights[value] = logWeight.applyAsDouble(state.with(i, value), i);
        }
        logConditionals[number][i] =
            CategoricalDistribution.ofLogWeights(logWeights).logProbability(state.get(i));
      }
    }
    return new TabulatedConditionals(space, logConditionals);
  }

  @Override
  public List<Domain> domains() {
    return space.domains();
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return true;
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return states.stream()
        .map(
            state ->
                new Evaluation(
                    energyAt(state),
                    logConditionals[space.indexOf(state)].clone(),
                    gradientAt(state, gradient)))
        .toList();
  }

  private double energyAt(State state) {
    double sum = 0;
    for (double logConditional : logConditionals[space.indexOf(state)]) {
      sum += logConditional;
    }
    return sum;
  }

  private double[][] gradientAt(State state, GradientKind kind) {
    double[][] gradient = new double[kind == GradientKind.NONE ? 0 : state.size()][];
    for (int i = 0; i < gradient.length; i++) {
      double[] values = new double[domains().get(i).size()];
      for (int value = 0; value < values.length; value++) {
        State changed = state.with(i, value);
        values[value] = kind == GradientKind.EXACT ? energyAt(changed) : logConditional(changed, i);
      }
      Domain domain = domains().get(i);
      gradient[i] = Interpolation.gradient(domain, values, domain.embedded(state.get(i)));
    }
    return gradient;
  }

  private double logConditional(State state, int coordinate) {
    return logConditionals[space.indexOf(state)][coordinate];
  }

  @Override
  public boolean isSum() {
    return domains().stream().allMatch(Categorical.class::isInstance);
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return Optional.of(
        new TabulatedRelaxation(
            space,
            kind -> kind != GradientKind.NONE,
            (state, i, kind) ->
                kind == GradientKind.EXACT ? energyAt(state) : logConditional(state, i),
            domains().size()));
  }

  /** Where others are masked, the mean over all that may stand there. */
  @Override
  public boolean readsMasked() {
    return true;
  }

  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    List<Conditional> conditionals = new ArrayList<>(contexts.size());
    for (Context context : contexts) {
      int coordinate = context.coordinate();
      List<State> known = completed(context.state().with(coordinate, 0));
      double[] terms = new double[domains().get(coordinate).size()];
      for (int value = 0; value < terms.length; value++) {
        double sum = 0;
        for (State state : known) {
          sum += Math.exp(logConditional(state.with(coordinate, value), coordinate));
        }
        terms[value] =
            known.size() == 1
                ? logConditional(known.get(0).with(coordinate, value), coordinate)
                : Math.log(sum / known.size());
      }
      conditionals.add(new Conditional(terms));
    }
    return conditionals;
  }

  private List<State> completed(State state) {
    for (int i = 0; i < state.size(); i++) {
      if (state.get(i) == MASKED) {
        List<State> all = new ArrayList<>();
        for (int value = 0; value < domains().get(i).size(); value++) {
          all.addAll(completed(state.with(i, value)));
        }
        return all;
      }
    }
    return List.of(state);
  }

  @Override
  public int passesPerEvaluation() {
    return domains().size();
  }
}
