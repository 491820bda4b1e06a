package dev.infill.core.kernel;

import dev.infill.core.energy.State;
import java.util.List;

/**
 * A proposed move θ → θ′.
 *
 * @param from θ
 * @param to θ′
 * @param order the coordinates in the order in which they were drawn; empty if all were drawn at
 *     once
 */
record Move(State from, State to, List<Integer> order) {
  /** Returns the move back: the same coordinates in the same order, to their old values. */
  Move reversed() {
    return new Move(to, from, order);
  }

  boolean changesNothing() {
    return from.equals(to);
  }
}
