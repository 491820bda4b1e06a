package dev.infill.core.sample;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.State;
import dev.infill.core.sampler.Pool;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The states that candidates are taken from, chain by chain. */
final class PooledStates {
  private final List<List<State>> chains;
  private final Map<State, Integer> counts = new LinkedHashMap<>();

  /**
   * Pools states.
   *
   * @param chains for each chain the states that count as visits, in order
   * @param others further states that may be candidates
   */
  PooledStates(List<List<State>> chains, Collection<State> others) {
    this.chains = chains;
    chains.forEach(chain -> chain.forEach(state -> counts.merge(state, 1, Integer::sum)));
    others.forEach(state -> counts.putIfAbsent(state, 0));
  }

  /**
   * Pools the states of a run. States of burn-in are no draws, but may be good fillings: they are
   * added where U was traced, as they cost nothing more. A run that was cancelled in burn-in pools
   * its last states.
   *
   * @param run the run
   * @param pool says which states are pooled
   */
  static PooledStates of(ChainRun run, Pool pool) {
    List<List<State>> last = run.last().stream().map(List::of).toList();
    if (pool == Pool.LAST) {
      return new PooledStates(last, List.of());
    }
    List<List<State>> kept =
        run.kept().stream().map(chain -> chain.stream().map(Visit::state).toList()).toList();
    return new PooledStates(
        kept.stream().allMatch(List::isEmpty) ? last : kept,
        run.visits().stream()
            .flatMap(List::stream)
            .filter(visit -> visit.energy().isPresent())
            .map(Visit::state)
            .toList());
  }

  /** Returns the visits, chain after chain. */
  List<State> all() {
    return chains.stream().flatMap(List::stream).toList();
  }

  /** Returns the different states, the most frequent first; equally frequent ones as first met. */
  List<State> distinct() {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the number of visits to a state. */
  int visits(State state) {
    return counts.getOrDefault(state, 0);
  }

  /** Returns the number of different states that were visited. */
  int distinctVisited() {
    return (int) counts.values().stream().filter(visits -> visits > 0).count();
  }
}
