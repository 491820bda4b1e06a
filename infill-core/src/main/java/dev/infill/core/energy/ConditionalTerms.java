package dev.infill.core.energy;

import java.util.List;

/**
 * The terms of an energy U(θ) = Σᵢ hᵢ(θᵢ | θ_\i), each of which can be had by itself for one model
 * pass, for all values of θᵢ at once.
 */
@FunctionalInterface
public interface ConditionalTerms {
  /**
   * Returns, for each state, hᵢ(· | θ_\i) of one coordinate. It does not depend on θᵢ.
   *
   * @param states a batch of states; may be empty
   * @param coordinates for each state, which coordinate i
   * @return one conditional per state, in order
   */
  List<Conditional> at(List<State> states, int[] coordinates);
}
