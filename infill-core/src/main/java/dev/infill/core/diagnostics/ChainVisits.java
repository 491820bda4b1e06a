package dev.infill.core.diagnostics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The states that chains visited, numbered in the order of their first visit. A question may leave
 * one chain out.
 *
 * @param <S> the type of states, with {@code equals} and {@code hashCode}
 */
final class ChainVisits<S> {
  /** Leaves no chain out. */
  static final int NONE = -1;

  /**
   * The steps of a chain in one state.
   *
   * @param state the number of the state
   * @param steps how many kept steps the chain made there
   */
  record Stay(int state, int steps) {}

  private final List<S> states = new ArrayList<>();
  private final List<List<Stay>> chains = new ArrayList<>();
  private final int keptSteps;

  /**
   * Counts visits.
   *
   * @param chains for each chain the states after its steps, in order; at least one chain, all with
   *     as many
   * @param burnIn how many states at the front of each chain are visited, but not kept
   * @throws IllegalArgumentException if there is no chain, or they are of different lengths
   */
  ChainVisits(List<List<S>> chains, int burnIn) {
    if (chains.isEmpty() || chains.stream().mapToInt(List::size).distinct().count() > 1) {
      throw new IllegalArgumentException("no chains, or chains of different lengths");
    }
    keptSteps = Math.max(0, chains.get(0).size() - burnIn);
    Map<S, Integer> numbers = new HashMap<>();
    for (List<S> chain : chains) {
      Map<Integer, Integer> kept = new LinkedHashMap<>();
      for (int step = 0; step < chain.size(); step++) {
        S state = chain.get(step);
        int number = numbers.computeIfAbsent(state, first -> states.size());
        if (number == states.size()) {
          states.add(state);
        }
        kept.merge(number, step < burnIn ? 0 : 1, Integer::sum);
      }
      this.chains.add(
          kept.entrySet().stream().map(it -> new Stay(it.getKey(), it.getValue())).toList());
    }
  }

  /** Returns the states, by number. */
  List<S> states() {
    return states;
  }

  /** Returns C, the number of chains. */
  int chains() {
    return chains.size();
  }

  /** Returns the number of chains that are not left out. */
  int chains(int without) {
    return without == NONE ? chains() : chains() - 1;
  }

  /** Returns how many steps of each chain are kept. */
  int keptSteps() {
    return keptSteps;
  }

  /** Returns the stays of a chain, each in another state. */
  List<Stay> of(int chain) {
    return chains.get(chain);
  }

  /** Returns for each state how many chains visited it. */
  int[] visitors(int without) {
    int[] seen = new int[states.size()];
    for (int chain = 0; chain < chains(); chain++) {
      if (chain != without) {
        of(chain).forEach(stay -> seen[stay.state()]++);
      }
    }
    return seen;
  }

  /**
   * Returns how many kept steps of a chain lie where another chain was.
   *
   * @param seen as {@link #visitors} returns it
   */
  double sharedSteps(int chain, int[] seen) {
    return of(chain).stream().filter(stay -> seen[stay.state()] > 1).mapToInt(Stay::steps).sum();
  }

  /** Returns the part of all kept steps in each state. */
  double[] frequencies(int without) {
    double[] frequencies = new double[states.size()];
    double each = 1.0 / keptSteps / chains(without);
    for (int chain = 0; chain < chains(); chain++) {
      if (chain != without) {
        of(chain).forEach(stay -> frequencies[stay.state()] += stay.steps() * each);
      }
    }
    return frequencies;
  }
}
