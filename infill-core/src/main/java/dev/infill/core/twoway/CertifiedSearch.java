package dev.infill.core.twoway;

import dev.infill.core.energy.Context;
import dev.infill.core.energy.State;
import dev.infill.core.twoway.Frontier.Beginning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks for the fillings of the highest M + V from both ends, and bounds M + V of all others (the
 * threshold algorithm of Fagin, Lotem &amp; Naor 2003).
 *
 * <p>Beginnings of fillings are expanded in both orders, the likeliest of each depth first, so that
 * there are complete fillings soon. A filling that was met from neither end has M ≤ ½(a + b): a and
 * b are the largest log-probabilities of beginnings that were not taken. The largest value of V
 * comes on top if it is known; else the bound leaves V out. A filling that was met waits. Its
 * missing contexts are asked for while its bound is among the best. Not thread-safe.
 */
final class CertifiedSearch {
  /** The number of beginnings of each depth and order that one batch expands. */
  private static final int WIDTH = 2;

  /** The number of waiting fillings for which one batch asks a further context. */
  private static final int SCORED = 4;

  /** The number of complete fillings of an order that are met after one batch, without a pass. */
  private static final int MET = 64;

  private final Contexts contexts;
  private final int size;
  private final List<Frontier> frontiers;
  private final Set<State> met = new HashSet<>();
  private final PriorityQueue<Met> waiting =
      new PriorityQueue<>(Comparator.comparingDouble(Met::most).reversed());
  private final Map<State, ScoredFilling> found;

  /** After the last batch that was finished. */
  private double bound;

  /**
   * A filling that was met, and an upper bound of its M + V.
   *
   * @param state the filling
   * @param added V of it
   * @param most the bound: V and the mean of the bounds of both orders
   */
  private record Met(State state, double added, double most) {}

  /**
   * Starts with nothing taken.
   *
   * @param contexts the model's answers
   * @param found takes the fillings that are scored
   */
  CertifiedSearch(Contexts contexts, Map<State, ScoredFilling> found) {
    this.contexts = contexts;
    this.found = found;
    size = contexts.target().size();
    bound = contexts.target().mostAdded();
    State nothing = State.of(new int[size]);
    frontiers =
        List.of(
            new Frontier(ReadingOrder.FORWARD, nothing),
            new Frontier(ReadingOrder.BACKWARD, nothing));
  }

  /** Returns an upper bound of M + V of all other fillings, in nats; −∞ if there are no others. */
  double bound() {
    return bound;
  }

  /**
   * Continues with one batch of the model.
   *
   * @param threshold the search drops fillings with an M + V up to this; −∞ for none
   * @param mostPasses the largest number of contexts to ask for, at least 1
   */
  void next(double threshold, int mostPasses) {
    Set<Context> asked = new LinkedHashSet<>();
    List<Met> scoring = new ArrayList<>();
    while (scoring.size() < SCORED
        && asked.size() < mostPasses
        && !waiting.isEmpty()
        && waiting.element().most() > threshold) {
      Met filling = waiting.remove();
      scoring.add(filling);
      contexts.unknown(filling.state()).stream().limit(1).forEach(asked::add);
    }
    List<Runnable> expansions = new ArrayList<>();
    for (Frontier frontier : frontiers) {
      for (int depth = 0; depth < size; depth++) {
        for (int k = 0;
            k < WIDTH && asked.size() < mostPasses && matters(frontier, depth, threshold);
            k++) {
          Beginning taken = frontier.take(depth);
          Context context = frontier.order().context(taken.state(), depth);
          asked.add(context);
          expansions.add(() -> frontier.expand(taken, contexts.at(context)));
        }
      }
    }
    contexts.ask(asked);
    expansions.forEach(Runnable::run);
    scoring.forEach(filling -> score(filling.state(), filling.added()));
    frontiers.forEach(frontier -> meet(frontier, threshold));
    bound =
        Math.max(
            unmet(frontiers.get(0).bound(), frontiers.get(1).bound()),
            waiting.isEmpty() ? Double.NEGATIVE_INFINITY : waiting.element().most());
  }

  /** Returns an upper bound of M + V, given the largest log-probabilities in both orders. */
  private double unmet(double forward, double backward) {
    return (forward + backward) / 2 + contexts.target().mostAdded();
  }

  /** Says whether the likeliest beginning of a depth may lead to a filling above the threshold. */
  private boolean matters(Frontier frontier, int depth, double threshold) {
    double other = frontiers.get(1 - frontiers.indexOf(frontier)).bound();
    return unmet(frontier.bound(depth), other) > threshold;
  }

  private void meet(Frontier frontier, double threshold) {
    // All fillings of a single blank are known at once.
    int most = size == 1 ? Integer.MAX_VALUE : MET;
    List<State> fillings = new ArrayList<>();
    for (int k = 0; k < most && matters(frontier, size, threshold); k++) {
      State filling = frontier.take(size).state();
      if (met.add(filling)) {
        fillings.add(filling);
      }
    }
    List<Double> added = contexts.target().added(fillings);
    for (int k = 0; k < fillings.size(); k++) {
      score(fillings.get(k), added.get(k));
    }
  }

  /** Scores a filling if all its contexts are known; else it waits. */
  private void score(State filling, double added) {
    if (contexts.unknown(filling).isEmpty()) {
      found.putIfAbsent(filling, contexts.scored(filling, added));
    } else {
      double forward = contexts.most(filling, ReadingOrder.FORWARD);
      double backward = contexts.most(filling, ReadingOrder.BACKWARD);
      waiting.add(new Met(filling, added, added + (forward + backward) / 2));
    }
  }

  /**
   * Scores all fillings that take no further pass: one order has expanded the beginning without the
   * last blank, and the other one the end without the first blank.
   */
  void scoreAllKnown() {
    int last = size - 1;
    if (last == 0) {
      return;
    }
    Map<State, List<State>> byMiddle =
        frontiers.get(1).expandedToLast().stream()
            .collect(Collectors.groupingBy(CertifiedSearch::middle));
    List<State> known = new ArrayList<>();
    for (State head : frontiers.get(0).expandedToLast()) {
      for (State tail : byMiddle.getOrDefault(middle(head), List.of())) {
        State filling = head.with(last, tail.get(last));
        if (!found.containsKey(filling)) {
          known.add(filling);
        }
      }
    }
    met.addAll(known);
    contexts.scored(known).stream()
        .filter(filling -> filling.twoWay() > Double.NEGATIVE_INFINITY)
        .forEach(filling -> found.putIfAbsent(filling.state(), filling));
  }

  /** Returns the values between the first blank and the last one. */
  private static State middle(State filling) {
    int[] all = filling.toArray();
    return State.of(Arrays.copyOfRange(all, 1, all.length - 1));
  }
}
