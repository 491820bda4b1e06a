package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All states of a product Θ₁ × … × Θ_m of small domains, numbered from 0; the last coordinate
 * changes fastest. Immutable.
 */
public final class StateSpace {
  /** The most states that can be enumerated: 2²⁰. */
  public static final int LIMIT = 1 << 20;

  private final List<Domain> domains;
  private final int size;

  /**
   * Creates the space.
   *
   * @param domains Θ₁ … Θ_m
   * @throws IllegalArgumentException if there are more than {@link #LIMIT} states
   */
  public StateSpace(List<? extends Domain> domains) {
    this.domains = List.copyOf(domains);
    long product = 1;
    for (Domain domain : domains) {
      product *= domain.size();
      if (product > LIMIT) {
        throw new IllegalArgumentException("more than " + LIMIT + " states");
      }
    }
    this.size = (int) product;
  }

  /** Returns Θ₁ … Θ_m. */
  public List<Domain> domains() {
    return domains;
  }

  /** Returns the number of states. */
  public int size() {
    return size;
  }

  /**
   * Returns the number of a state.
   *
   * @param state a state of this space
   * @throws IllegalArgumentException if it is not one
   */
  public int indexOf(State state) {
    if (state.size() != domains.size()) {
      throw new IllegalArgumentException(
          "a state of " + state.size() + " coordinates, not " + domains.size());
    }
    int number = 0;
    for (int i = 0; i < domains.size(); i++) {
      int values = domains.get(i).size();
      if (state.get(i) < 0 || state.get(i) >= values) {
        throw new IllegalArgumentException(
            "coordinate " + i + " has " + values + " values, so not " + state.get(i));
      }
      number = number * values + state.get(i);
    }
    return number;
  }

  /**
   * Returns the state of a number.
   *
   * @param number 0 ≤ number &lt; {@link #size()}
   */
  public State state(int number) {
    int[] indices = new int[domains.size()];
    int rest = number;
    for (int i = indices.length - 1; i >= 0; i--) {
      int values = domains.get(i).size();
      indices[i] = rest % values;
      rest /= values;
    }
    return State.of(indices);
  }

  /** Returns all states in the order of their numbers. */
  public List<State> states() {
    return IntStream.range(0, size).mapToObj(this::state).toList();
  }
}
