package dev.infill.core.energy;

/**
 * A coordinate of a state, given the others: θ_\i.
 *
 * @param state θ; its value at the coordinate does not matter
 * @param coordinate i
 */
public record Context(State state, int coordinate) {
  /** Returns the state with −1 at the coordinate: the same for all states of this context. */
  State masked() {
    return state.with(coordinate, -1);
  }
}
