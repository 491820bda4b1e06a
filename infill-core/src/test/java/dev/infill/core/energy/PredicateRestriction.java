package dev.infill.core.energy;

import dev.infill.core.InvalidInputException;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The states that a predicate says.
 *
 * @param part says so of states that are known whole, and true of those known in part that can
 *     become one of them
 * @param bound the coordinates that change only together with the one before
 */
public record PredicateRestriction(Predicate<State> part, Set<Integer> bound)
    implements Restriction {
  /** Copies the set. */
  public PredicateRestriction {
    bound = Set.copyOf(bound);
  }

  /** Binds none. */
  public PredicateRestriction(Predicate<State> part) {
    this(part, Set.of());
  }

  @Override
  public boolean admits(State state) {
    return part.test(state);
  }

  @Override
  public IntPredicate values(State state, int coordinate) {
    return value -> part.test(state.with(coordinate, value));
  }

  @Override
  public boolean isBoundToPrevious(int coordinate) {
    return bound.contains(coordinate);
  }

  @Override
  public InvalidInputException refusal() {
    return new InvalidInputException("part", "nothing is in it");
  }
}
