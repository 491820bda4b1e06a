package dev.infill.evaluation.bench;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An energy whose conditionals are a few arrays, one of which is picked by the context: no work.
 */
final class ArrayEnergy implements Energy {
  private final int coordinates;
  private final List<Conditional> conditionals;

  ArrayEnergy(int coordinates, List<double[]> logProbabilities) {
    this.coordinates = coordinates;
    this.conditionals = logProbabilities.stream().map(terms -> new Conditional(terms)).toList();
  }

  @Override
  public List<Domain> domains() {
    return Collections.nCopies(coordinates, new Categorical(conditionals.get(0).size()));
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return gradient != GradientKind.EXACT;
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return states.stream()
        .map(
            state ->
                Evaluation.ofTerms(
                    state,
                    IntStream.range(0, coordinates).mapToObj(i -> conditional(state, i)).toList(),
                    gradient))
        .toList();
  }

  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    return contexts.stream()
        .map(context -> conditional(context.state(), context.coordinate()))
        .toList();
  }

  @Override
  public boolean isSum() {
    return true;
  }

  private Conditional conditional(State state, int coordinate) {
    int context = state.with(coordinate, -1).hashCode();
    return conditionals.get(Math.floorMod(context, conditionals.size()));
  }

  @Override
  public int passesPerEvaluation() {
    return coordinates;
  }
}
