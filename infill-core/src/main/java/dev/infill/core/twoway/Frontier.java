package dev.infill.core.twoway;

import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The beginnings of fillings, read in one order, that a search has not taken yet, the likeliest
 * first. Every filling whose beginnings were not all taken begins with one that stands here, and is
 * no likelier than that. Not thread-safe.
 */
final class Frontier {
  private final ReadingOrder order;

  /** By how many blanks are read; the last are complete fillings. */
  private final List<PriorityQueue<Beginning>> byDepth = new ArrayList<>();

  private final List<State> expandedToLast = new ArrayList<>();

  /**
   * Starts with no blank read.
   *
   * @param order the order in which they are read
   * @param nothing a state; what it holds does not matter
   */
  Frontier(ReadingOrder order, State nothing) {
    this.order = order;
    Comparator<Beginning> likeliestFirst =
        Comparator.comparingDouble(Beginning::logProbability).reversed();
    for (int depth = 0; depth <= nothing.size(); depth++) {
      byDepth.add(new PriorityQueue<>(likeliestFirst));
    }
    byDepth.get(0).add(new Beginning(nothing, 0, 0, Optional.empty(), 0));
  }

  /**
   * The beginning of a filling.
   *
   * @param state what is read of it; what it holds in other coordinates does not matter
   * @param depth how many blanks are read
   * @param logProbability the sum of their log f, in nats
   * @param siblings the beginnings that differ from it in the last blank that is read; none where
   *     no blank is read
   * @param rank its place among these
   */
  record Beginning(
      State state, int depth, double logProbability, Optional<Siblings> siblings, int rank) {}

  /** What a beginning goes on with. */
  private record Siblings(Beginning parent, NextBlank next, int coordinate) {
    Optional<Beginning> at(int rank) {
      if (rank >= next.possible()) {
        return Optional.empty();
      }
      int value = next.value(rank);
      return Optional.of(
          new Beginning(
              parent.state().with(coordinate, value),
              parent.depth() + 1,
              parent.logProbability() + next.logProbability(value),
              Optional.of(this),
              rank));
    }
  }

  ReadingOrder order() {
    return order;
  }

  /** Returns the largest log-probability of a beginning that was not taken; −∞ if there is none. */
  double bound() {
    return byDepth.stream()
        .filter(queue -> !queue.isEmpty())
        .mapToDouble(queue -> queue.element().logProbability())
        .max()
        .orElse(Double.NEGATIVE_INFINITY);
  }

  /** Returns the log-probability of the likeliest of a depth; −∞ if there is none. */
  double bound(int depth) {
    PriorityQueue<Beginning> queue = byDepth.get(depth);
    return queue.isEmpty() ? Double.NEGATIVE_INFINITY : queue.element().logProbability();
  }

  /** Takes the likeliest beginning of a depth that has one. */
  Beginning take(int depth) {
    Beginning taken = byDepth.get(depth).remove();
    taken
        .siblings()
        .flatMap(siblings -> siblings.at(taken.rank() + 1))
        .ifPresent(byDepth.get(depth)::add);
    return taken;
  }

  /** Returns the beginnings that lack one blank and were expanded, in that order. */
  List<State> expandedToLast() {
    return expandedToLast;
  }

  /** Adds what a beginning that was taken goes on with. */
  void expand(Beginning taken, NextBlank next) {
    if (taken.depth() == taken.state().size() - 1) {
      expandedToLast.add(taken.state());
    }
    new Siblings(taken, next, order.coordinate(taken.depth(), taken.state().size()))
        .at(0)
        .ifPresent(byDepth.get(taken.depth() + 1)::add);
  }
}
