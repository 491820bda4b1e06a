package dev.infill.bert;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import dev.infill.core.lab.DecoratedEnergy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An energy that asks the model once per state, so that chains can be long on a state space whose
 * states fit into memory: the same numbers, sooner.
 */
final class RememberedEnergy implements DecoratedEnergy {
  private final Energy energy;
  private final Map<GradientKind, Map<State, Evaluation>> evaluations = new HashMap<>();
  private final Map<Context, Conditional> conditionals = new HashMap<>();
  private final Map<GradientKind, Map<RelaxedState, double[][]>> relaxed = new HashMap<>();

  RememberedEnergy(Energy energy) {
    this.energy = energy;
  }

  @Override
  public Energy energy() {
    return energy;
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    Map<State, Evaluation> known = evaluations.computeIfAbsent(gradient, kind -> new HashMap<>());
    LinkedHashSet<State> unknown = new LinkedHashSet<>(states);
    unknown.removeAll(known.keySet());
    List<State> asked = List.copyOf(unknown);
    List<Evaluation> answers = energy.evaluate(asked, gradient);
    for (int k = 0; k < asked.size(); k++) {
      known.put(asked.get(k), answers.get(k));
    }
    return states.stream().map(known::get).toList();
  }

  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    return contexts.stream()
        .map(
            context ->
                conditionals.computeIfAbsent(
                    // A conditional does not depend on its own coordinate.
                    new Context(
                        context.state().with(context.coordinate(), 0), context.coordinate()),
                    first -> energy.conditionals(List.of(first)).get(0)))
        .toList();
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation().map(Remembered::new);
  }

  /** The intermediates of a state are always the same, so that there are no more than states. */
  private final class Remembered implements Relaxation {
    private final Relaxation relaxation;

    Remembered(Relaxation relaxation) {
      this.relaxation = relaxation;
    }

    @Override
    public boolean supports(GradientKind gradient) {
      return relaxation.supports(gradient);
    }

    @Override
    public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
      Map<RelaxedState, double[][]> known =
          relaxed.computeIfAbsent(gradient, kind -> new HashMap<>());
      LinkedHashSet<RelaxedState> unknown = new LinkedHashSet<>(points);
      unknown.removeAll(known.keySet());
      List<RelaxedState> asked = List.copyOf(unknown);
      List<double[][]> answers = relaxation.gradients(asked, gradient);
      for (int k = 0; k < asked.size(); k++) {
        known.put(asked.get(k), answers.get(k));
      }
      return points.stream()
          .map(point -> Arrays.stream(known.get(point)).map(double[]::clone))
          .map(rows -> rows.toArray(double[][]::new))
          .toList();
    }

    @Override
    public int passesPerGradient() {
      return relaxation.passesPerGradient();
    }
  }
}
