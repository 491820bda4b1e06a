package dev.infill.core.chain;

import dev.infill.core.energy.State;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The distance of chains from a reference filling: the number of blanks in which they differ. It is
 * a scalar that every sampler has, even without U.
 *
 * <p>The reference holds at each blank the most frequent token of all visits, the one of the lowest
 * index if several are. Perhaps no chain visited it.
 */
public final class HammingDistances {
  private HammingDistances() {}

  /**
   * Returns the distance along each chain.
   *
   * @param chains for each chain its visits, in order
   */
  public static List<double[]> traces(List<List<Visit>> chains) {
    List<State> states = chains.stream().flatMap(List::stream).map(Visit::state).toList();
    int blanks = states.isEmpty() ? 0 : states.get(0).size();
    State reference =
        State.of(IntStream.range(0, blanks).map(blank -> mostFrequent(states, blank)).toArray());
    return chains.stream()
        .map(
            chain ->
                chain.stream()
                    .mapToDouble(visit -> reference.hammingDistance(visit.state()))
                    .toArray())
        .toList();
  }

  private static int mostFrequent(List<State> states, int blank) {
    Map<Integer, Integer> counts = new HashMap<>();
    states.forEach(state -> counts.merge(state.get(blank), 1, Integer::sum));
    Comparator<Map.Entry<Integer, Integer>> byCount = Map.Entry.comparingByValue();
    return Collections.max(
            counts.entrySet(),
            byCount.thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .getKey();
  }
}
