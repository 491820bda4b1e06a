package dev.infill.core.twoway;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A masked model of m blanks whose conditionals have nothing to do with each other: in every
 * context a softmax of normal numbers over a vocabulary, part of which may stand in the blank.
 */
final class RandomConditionals implements Energy {
  final int size;
  final int values;
  private final int vocabulary;
  private final double spread;
  private final long seed;

  /** All contexts that were asked for. */
  final List<Context> asked = new ArrayList<>();

  RandomConditionals(int size, int values, int vocabulary, double spread, long seed) {
    this.size = size;
    this.values = values;
    this.vocabulary = vocabulary;
    this.spread = spread;
    this.seed = seed;
  }

  @Override
  public List<Domain> domains() {
    return Collections.nCopies(size, new Categorical(values));
  }

  @Override
  public boolean isSum() {
    return true;
  }

  @Override
  public boolean readsMasked() {
    return true;
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    throw new UnsupportedOperationException("only conditionals are asked for");
  }

  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    List<Conditional> said = new ArrayList<>();
    for (Context context : contexts) {
      State masked = context.state().with(context.coordinate(), MASKED);
      asked.add(new Context(masked, context.coordinate()));
      said.add(new Conditional(logProbabilities(masked, context.coordinate())));
    }
    return said;
  }

  /** Returns log f of each value that may stand there. */
  double[] logProbabilities(State masked, int coordinate) {
    Random random = new Random(seed * 1_000_003 + 31L * masked.hashCode() + coordinate);
    double[] logits = new double[vocabulary];
    double sum = 0;
    for (int k = 0; k < vocabulary; k++) {
      logits[k] = spread * random.nextGaussian();
      sum += Math.exp(logits[k]);
    }
    double[] logProbabilities = new double[values];
    for (int k = 0; k < values; k++) {
      logProbabilities[k] = logits[k] - Math.log(sum);
    }
    return logProbabilities;
  }

  /** Returns the log-probability of a filling, read from the first blank or from the last one. */
  double reading(State filling, boolean forward) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      State known = filling;
      for (int j = 0; j < size; j++) {
        if (j == i || (forward ? j > i : j < i)) {
          known = known.with(j, Energy.MASKED);
        }
      }
      sum += logProbabilities(known, i)[filling.get(i)];
    }
    return sum;
  }

  double twoWay(State filling) {
    return 0.5 * reading(filling, true) + 0.5 * reading(filling, false);
  }

  List<State> all() {
    List<State> all = List.of(State.of(new int[size]));
    for (int i = 0; i < size; i++) {
      int at = i;
      all =
          all.stream()
              .flatMap(state -> IntStream.range(0, values).mapToObj(value -> state.with(at, value)))
              .toList();
    }
    return all;
  }

  Set<Context> distinctAsked() {
    return new HashSet<>(asked);
  }
}
