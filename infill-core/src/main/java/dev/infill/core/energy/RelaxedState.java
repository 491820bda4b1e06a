package dev.infill.core.energy;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A point of the continuous space that Θ is embedded in, such as the intermediate θᶜ of cDLS (its
 * paper's eq. 7).
 *
 * @param coordinates for each coordinate a vector of its domain's {@link Domain#gradientLength()}:
 *     weights of the categories, or the number
 */
public record RelaxedState(List<SparseVector> coordinates) {
  /** Copies the list. */
  public RelaxedState {
    coordinates = List.copyOf(coordinates);
  }

  /**
   * Returns the vector of one coordinate.
   *
   * @param coordinate 0 ≤ coordinate &lt; m
   */
  public SparseVector get(int coordinate) {
    return coordinates.get(coordinate);
  }

  /**
   * Returns θ itself, as a point of that space.
   *
   * @param domains Θ₁ … Θ_m
   * @param state θ
   */
  public static RelaxedState of(List<? extends Domain> domains, State state) {
    return new RelaxedState(
        IntStream.range(0, state.size())
            .mapToObj(i -> domains.get(i).embedded(state.get(i)))
            .toList());
  }
}
