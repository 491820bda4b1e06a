package dev.infill.core.energy;

import java.util.List;
import java.util.function.BiFunction;

/**
 * A coordinate of a state, given the others: θ_\i.
 *
 * @param state θ; its value at the coordinate does not matter
 * @param coordinate i
 */
public record Context(State state, int coordinate) {
  /**
   * Calls a function of states and of as many coordinates with those of contexts.
   *
   * @param contexts what is asked for
   * @param function of the states, and of the coordinate of each
   */
  static <T> List<T> asked(
      List<Context> contexts, BiFunction<List<State>, int[], List<T>> function) {
    return function.apply(
        contexts.stream().map(Context::state).toList(),
        contexts.stream().mapToInt(Context::coordinate).toArray());
  }

  /** What no state holds, so that it tells which coordinate is asked; −1 is a masked one's. */
  private static final int ASKED = -2;

  /** Returns the state with a mark at the coordinate: the same for all states of this context. */
  State masked() {
    return state.with(coordinate, ASKED);
  }
}
