package dev.infill.core.energy;

import java.util.List;
import java.util.function.BiFunction;

/**
 * The terms of an energy U(θ) = Σᵢ hᵢ(θᵢ | θ_\i), each of which can be had by itself for one model
 * pass, for all values of θᵢ at once.
 */
public final class ConditionalTerms {
  private final BiFunction<List<State>, int[], List<Conditional>> function;
  private final double upperBound;

  private ConditionalTerms(
      BiFunction<List<State>, int[], List<Conditional>> function, double upperBound) {
    this.function = function;
    this.upperBound = upperBound;
  }

  /**
   * Returns terms that a function gives.
   *
   * @param function as {@link #at}
   * @param upperBound as {@link #upperBound()}
   */
  public static ConditionalTerms of(
      BiFunction<List<State>, int[], List<Conditional>> function, double upperBound) {
    return new ConditionalTerms(function, upperBound);
  }

  /**
   * Returns, for each state, hᵢ(· | θ_\i) of one coordinate. It does not depend on θᵢ.
   *
   * @param states a batch of states; may be empty
   * @param coordinates for each state, which coordinate i
   * @return one conditional per state, in order
   */
  public List<Conditional> at(List<State> states, int[] coordinates) {
    return function.apply(states, coordinates);
  }

  /**
   * Returns what no term exceeds, in nats: 0 for log-probabilities, +∞ where there is no bound. A
   * move can be refused before all of its terms are known where there is one.
   */
  public double upperBound() {
    return upperBound;
  }
}
