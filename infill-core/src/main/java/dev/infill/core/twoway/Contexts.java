package dev.infill.core.twoway;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * What the model said of a text's contexts: each is asked for once, for one model pass, and
 * remembered. The search and the draws share it. Not thread-safe.
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

  /** Returns how many contexts were asked for: the model passes. */
  int asked() {
    return known.size();
  }

  /**
   * Asks for contexts in one batch, but for those that are known. What the model throws is thrown;
   * then none of them is known.
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
      known.put(context, new NextBlank(said.get(k), target.temperature(), admitted(context)));
    }
  }

  private IntPredicate admitted(Context context) {
    return target
        .restriction()
        .map((Restriction restriction) -> restriction.values(context.state(), context.coordinate()))
        .orElse(value -> true);
  }

  boolean isKnown(Context context) {
    return known.containsKey(context);
  }

  /** Returns what may stand at the coordinate of a context that is known. */
  NextBlank at(Context context) {
    return Objects.requireNonNull(known.get(context), "a context that was not asked for");
  }

  /** Returns those of the contexts that a filling is read in, in one order, that are not known. */
  List<Context> unknownOf(State filling, ReadingOrder order) {
    return order.contexts(filling).stream().filter(context -> !isKnown(context)).toList();
  }

  /**
   * Returns an upper bound of a filling's log-probability, read in one order: the sum of log f over
   * its known contexts. It is the log-probability itself where all are known.
   */
  double mostOf(State filling, ReadingOrder order) {
    return order.contexts(filling).stream()
        .filter(this::isKnown)
        .mapToDouble(context -> at(context).logProbability(filling.get(context.coordinate())))
        .sum();
  }

  /** Returns the log-probability with which a filling is drawn in one order; its contexts known. */
  double logProposal(State filling, ReadingOrder order) {
    return order.contexts(filling).stream()
        .mapToDouble(context -> at(context).logProposal(filling.get(context.coordinate())))
        .sum();
  }

  /** Scores fillings. All of their contexts are known. */
  List<ScoredFilling> scored(List<State> fillings) {
    List<Double> added = target.added(fillings);
    List<ScoredFilling> scored = new ArrayList<>();
    for (int k = 0; k < fillings.size(); k++) {
      State filling = fillings.get(k);
      scored.add(
          new ScoredFilling(
              filling,
              mostOf(filling, ReadingOrder.FORWARD),
              mostOf(filling, ReadingOrder.BACKWARD),
              added.get(k),
              logHalfOfSum(
                  logProposal(filling, ReadingOrder.FORWARD),
                  logProposal(filling, ReadingOrder.BACKWARD))));
    }
    return scored;
  }

  private static double logHalfOfSum(double one, double other) {
    double larger = Math.max(one, other);
    return larger == Double.NEGATIVE_INFINITY
        ? larger
        : larger + Math.log((Math.exp(one - larger) + Math.exp(other - larger)) / 2);
  }
}
