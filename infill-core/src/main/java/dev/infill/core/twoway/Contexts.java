package dev.infill.core.twoway;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.State;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The model's answers for the contexts of one text. Each context is asked for once, for one model
 * pass. The search and the draws share the answers. Not thread-safe.
 */
final class Contexts {
  private final TwoWayTarget target;
  private final Map<Context, NextBlank> known = new HashMap<>();

  Contexts(TwoWayTarget target) {
    this.target = target;
  }

  TwoWayTarget target() {
    return target;
  }

  /** Returns the number of contexts that were asked for: the model passes. */
  int asked() {
    return known.size();
  }

  /**
   * Asks for the contexts that are not known, in one batch. If the model throws, its exception is
   * thrown on, and none of them is known.
   *
   * @param contexts each with its coordinate masked
   */
  void ask(Collection<Context> contexts) {
    List<Context> unknown =
        contexts.stream().distinct().filter(context -> !isKnown(context)).toList();
    if (unknown.isEmpty()) {
      return;
    }
    List<Conditional> said = target.energy().conditionals(unknown);
    for (int k = 0; k < said.size(); k++) {
      Context context = unknown.get(k);
      IntPredicate admitted =
          target.restriction().isEmpty()
              ? value -> true
              : target.restriction().get().values(context.state(), context.coordinate());
      known.put(context, new NextBlank(said.get(k), target.temperature(), admitted));
    }
  }

  boolean isKnown(Context context) {
    return known.containsKey(context);
  }

  /** Returns the answer for a context that is known. */
  NextBlank at(Context context) {
    return Objects.requireNonNull(known.get(context), "a context that was not asked for");
  }

  /** Returns the contexts of a filling that are not known, those from the first blank on first. */
  List<Context> unknown(State filling) {
    return Stream.of(ReadingOrder.values())
        .flatMap(order -> order.contexts(filling).stream())
        .filter(context -> !isKnown(context))
        .toList();
  }

  /**
   * Returns an upper bound of L→ or L← of a filling: the sum of log f over its known contexts. It
   * is exact if all are known.
   */
  double most(State filling, ReadingOrder order) {
    return order.contexts(filling).stream()
        .filter(this::isKnown)
        .mapToDouble(context -> logProbability(filling, context))
        .sum();
  }

  /** Returns log f of a filling's value in one of its contexts, which is known. */
  double logProbability(State filling, Context context) {
    return at(context).logProbability(filling.get(context.coordinate()));
  }

  private double logProposal(State filling, ReadingOrder order) {
    return order.contexts(filling).stream()
        .mapToDouble(context -> at(context).logProposal(filling.get(context.coordinate())))
        .sum();
  }

  /** Scores fillings with known contexts. */
  List<ScoredFilling> scored(List<State> fillings) {
    List<Double> added = target.added(fillings);
    return IntStream.range(0, fillings.size())
        .mapToObj(k -> scored(fillings.get(k), added.get(k)))
        .toList();
  }

  /**
   * Scores a filling with known contexts.
   *
   * @param added V of it
   */
  ScoredFilling scored(State filling, double added) {
    return new ScoredFilling(
        filling,
        most(filling, ReadingOrder.FORWARD),
        most(filling, ReadingOrder.BACKWARD),
        added,
        logMean(
            logProposal(filling, ReadingOrder.FORWARD),
            logProposal(filling, ReadingOrder.BACKWARD)));
  }

  /** Returns log(½ exp(a) + ½ exp(b)). */
  private static double logMean(double a, double b) {
    double larger = Math.max(a, b);
    return larger == Double.NEGATIVE_INFINITY
        ? larger
        : larger + Math.log((Math.exp(a - larger) + Math.exp(b - larger)) / 2);
  }
}
