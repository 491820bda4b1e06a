package dev.infill.core.chain;

import dev.infill.core.energy.State;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How far chains are from a reference filling: the number of blanks in which they differ from it. A
 * scalar that every sampler has, also one that never evaluates U.
 *
 * <p>The reference holds at each blank the token that the chains held most often there, over all
 * their visits together; of equally frequent ones that of the lower index. It need not be a filling
 * that a chain has visited.
 */
public final class HammingDistances {
  private HammingDistances() {}

  /**
   * Returns the distance along each chain.
   *
   * @param chains for each chain its visits, in order
   */
  public static List<double[]> traces(List<List<Visit>> chains) {
    List<List<State>> states =
        chains.stream().map(chain -> chain.stream().map(Visit::state).toList()).toList();
    State reference = reference(states.stream().flatMap(List::stream).toList());
    return states.stream()
        .map(chain -> chain.stream().mapToDouble(reference::hammingDistance).toArray())
        .toList();
  }

  private static State reference(List<State> states) {
    int blanks = states.isEmpty() ? 0 : states.get(0).size();
    return State.of(IntStream.range(0, blanks).map(blank -> mostFrequent(states, blank)).toArray());
  }

  private static int mostFrequent(List<State> states, int blank) {
    Map<Integer, Integer> counts = new TreeMap<>();
    states.forEach(state -> counts.merge(state.get(blank), 1, Integer::sum));
    int most = 0;
    int frequent = 0;
    for (Map.Entry<Integer, Integer> token : counts.entrySet()) {
      if (token.getValue() > most) {
        frequent = token.getKey();
        most = token.getValue();
      }
    }
    return frequent;
  }
}
