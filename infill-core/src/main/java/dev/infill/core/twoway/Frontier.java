package dev.infill.core.twoway;

import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The beginnings of fillings, read in one order, that a search has not taken yet. A filling is no
 * likelier than its beginnings, and one of these stands here unless all were taken. Not
 * thread-safe.
 */
final class Frontier {
  private final ReadingOrder order;

  /** By the number of blanks that are read; the last are complete fillings. */
  private final List<PriorityQueue<Beginning>> byDepth = new ArrayList<>();

  private final List<State> expandedToLast = new ArrayList<>();

  /**
   * Starts with no blank read.
   *
   * @param order the order of reading
   * @param nothing a state; its values do not matter
   */
  Frontier(ReadingOrder order, State nothing) {
    this.order = order;
    Comparator<Beginning> likeliestFirst =
        Comparator.comparingDouble(Beginning::logProbability).reversed();
    for (int depth = 0; depth <= nothing.size(); depth++) {
      byDepth.add(new PriorityQueue<>(likeliestFirst));
    }
    byDepth.get(0).add(new Beginning(nothing, 0, 0, Optional::empty));
  }

  /**
   * The beginning of a filling.
   *
   * @param state the filling; only the blanks that are read matter
   * @param depth the number of blanks that are read
   * @param logProbability the sum of their log f, in nats
   * @param sibling the next likeliest beginning that differs in the last of these blanks
   */
  record Beginning(
      State state, int depth, double logProbability, Supplier<Optional<Beginning>> sibling) {}

  ReadingOrder order() {
    return order;
  }

  /** Returns the largest log-probability of a beginning that was not taken; −∞ if there is none. */
  double bound() {
    return IntStream.range(0, byDepth.size())
        .mapToDouble(this::bound)
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
    taken.sibling().get().ifPresent(byDepth.get(depth)::add);
    return taken;
  }

  /** Returns the beginnings that lack one blank and were expanded, in that order. */
  List<State> expandedToLast() {
    return expandedToLast;
  }

  /** Adds the continuations of a beginning that was taken. */
  void expand(Beginning taken, NextBlank next) {
    if (taken.depth() == taken.state().size() - 1) {
      expandedToLast.add(taken.state());
    }
    continued(taken, next, 0).ifPresent(byDepth.get(taken.depth() + 1)::add);
  }

  private Optional<Beginning> continued(Beginning parent, NextBlank next, int rank) {
    if (rank >= next.possible()) {
      return Optional.empty();
    }
    int value = next.value(rank);
    int coordinate = order.coordinate(parent.depth(), parent.state().size());
    return Optional.of(
        new Beginning(
            parent.state().with(coordinate, value),
            parent.depth() + 1,
            parent.logProbability() + next.logProbability(value),
            () -> continued(parent, next, rank + 1)));
  }
}
