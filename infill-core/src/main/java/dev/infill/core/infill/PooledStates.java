package dev.infill.core.infill;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.State;
import dev.infill.core.sampler.Pool;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The states that candidates are taken from, chain by chain, each chain's in the order visited. */
final class PooledStates {
  private final List<List<State>> chains;
  private final Map<State, Integer> counts = new LinkedHashMap<>();

  PooledStates(List<List<State>> chains) {
    this.chains = chains;
    chains.forEach(chain -> chain.forEach(state -> counts.merge(state, 1, Integer::sum)));
  }

  /**
   * Pools the states of a run. A run that was cancelled in burn-in has visited none to keep: then
   * the last states stand for them.
   */
  static PooledStates of(ChainRun run, Pool pool) {
    if (pool == Pool.LAST || run.kept().stream().allMatch(List::isEmpty)) {
      return new PooledStates(run.last().stream().map(List::of).toList());
    }
    return new PooledStates(
        run.kept().stream().map(chain -> chain.stream().map(Visit::state).toList()).toList());
  }

  /** Returns all states, those of the first chain first. */
  List<State> all() {
    return chains.stream().flatMap(List::stream).toList();
  }

  /** Returns the different states, the most frequent first, equally frequent ones as first met. */
  List<State> distinct() {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns how many of the pooled states are this one. */
  int visits(State state) {
    return counts.getOrDefault(state, 0);
  }

  /** Returns those of some states, which keep their visits. */
  PooledStates only(List<State> states) {
    Set<State> kept = new HashSet<>(states);
    return new PooledStates(
        chains.stream().map(chain -> chain.stream().filter(kept::contains).toList()).toList());
  }
}
