package dev.infill.core.infill;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.State;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The states that candidates are taken from, chain by chain, each chain's in the order visited; as
 * many of every chain.
 */
final class PooledStates {
  /** Fewer batches than these say nothing of a variance. */
  private static final int FEWEST_BATCHES = 4;

  private final List<List<State>> chains;
  private final Map<State, Integer> counts = new LinkedHashMap<>();
  private final int size;

  PooledStates(List<List<State>> chains) {
    this.chains = chains;
    chains.forEach(chain -> chain.forEach(state -> counts.merge(state, 1, Integer::sum)));
    this.size = counts.values().stream().mapToInt(Integer::intValue).sum();
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

  /** Returns the share of the pooled states that are this one. */
  double share(State state) {
    return (double) counts.getOrDefault(state, 0) / size;
  }

  /**
   * Returns the Monte Carlo standard error of {@link #share}. Chains are independent, so with C
   * chains it is that of the mean of the chains' own shares p_c, √(Σ (p_c − p̄)² / (C (C − 1)));
   * for one state a chain this is the binomial √(p̄ (1 − p̄) / (C − 1)). A single chain of n states
   * is cut into ⌊√n⌋ batches of equal length (what is left over at its front is not used), and
   * their shares take the place of the chains' (batch means). Empty if there would be fewer than 4
   * batches.
   */
  OptionalDouble shareStandardError(State state) {
    List<List<State>> groups = chains.size() > 1 ? chains : batches(chains.get(0));
    if (groups.size() < 2) {
      return OptionalDouble.empty();
    }
    double[] shares = groups.stream().mapToDouble(group -> shareIn(group, state)).toArray();
    double mean = 0;
    for (double share : shares) {
      mean += share / shares.length;
    }
    double squares = 0;
    for (double share : shares) {
      squares += (share - mean) * (share - mean);
    }
    return OptionalDouble.of(Math.sqrt(squares / (shares.length * (shares.length - 1.0))));
  }

  private static List<List<State>> batches(List<State> chain) {
    int count = (int) Math.sqrt(chain.size());
    if (count < FEWEST_BATCHES) {
      return List.of();
    }
    int length = chain.size() / count;
    int front = chain.size() - count * length;
    return IntStream.range(0, count)
        .mapToObj(batch -> chain.subList(front + batch * length, front + (batch + 1) * length))
        .toList();
  }

  private static double shareIn(List<State> states, State state) {
    return (double) states.stream().filter(state::equals).count() / states.size();
  }
}
