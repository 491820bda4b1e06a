package dev.infill.core.energy;

import dev.infill.core.InvalidInputException;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The states that a predicate says.
 *
 * @param part says so of states that are known whole, and true of those known in part that can
 *     become one of them
 */
public record PredicateRestriction(Predicate<State> part) implements Restriction {
  @Override
  public boolean admits(State state) {
    return part.test(state);
  }

  @Override
  public IntPredicate values(State state, int coordinate) {
    return value -> part.test(state.with(coordinate, value));
  }

  @Override
  public InvalidInputException refusal() {
    return new InvalidInputException("part", "nothing is in it");
  }
}
