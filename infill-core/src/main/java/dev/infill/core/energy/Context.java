package dev.infill.core.energy;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A coordinate of a state, given the others: θ_\i.
 *
 * @param state θ; its value at the coordinate does not matter
 * @param coordinate i
 */
public record Context(State state, int coordinate) {
  /**
   * Marks the coordinate that is asked for; states never hold it, and −1 is a masked coordinate.
   */
  private static final int ASKED = -2;

  /** Returns the state with a mark at the coordinate: the same for all states of this context. */
  State masked() {
    return state.with(coordinate, ASKED);
  }

  /** Returns the state with each value of the coordinate, in order. */
  List<State> states(List<Domain> domains) {
    return IntStream.range(0, domains.get(coordinate).size())
        .mapToObj(value -> state.with(coordinate, value))
        .toList();
  }
}
