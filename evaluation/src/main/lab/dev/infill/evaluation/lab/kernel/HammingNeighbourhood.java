package dev.infill.evaluation.lab.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The states that differ from one state only in a block of coordinates, and in no more coordinates
 * than a radius. Their number depends on the block, not on the state.
 *
 * @param domains Θ₁ … Θ_m
 * @param radius the largest Hamming distance, at least 1
 */
record HammingNeighbourhood(List<Domain> domains, int radius) {
  /** More states than these are not enumerated in a step of a chain. */
  static final int LIMIT = 1 << 16;

  /**
   * Checks sizes.
   *
   * @param domains Θ₁ … Θ_m
   * @param blockSize how many coordinates a block has, from 1 to m
   * @param radius the largest Hamming distance, at least 1; from the block's size on, it excludes
   *     nothing
   * @throws InvalidInputException if there can be no such block, or one of more than {@link #LIMIT}
   *     states
   */
  static HammingNeighbourhood of(List<Domain> domains, int blockSize, int radius) {
    if (blockSize < 1 || blockSize > domains.size()) {
      throw new InvalidInputException(
          "block-size",
          "a block holds from 1 to all %d coordinates, not %d"
              .formatted(domains.size(), blockSize));
    }
    if (radius < 1) {
      throw new InvalidInputException(
          "radius", "a Hamming ball has a radius of at least 1, not " + radius);
    }
    double largest = largest(domains, blockSize, radius);
    if (largest > LIMIT) {
      throw new InvalidInputException(
          "block-size",
          "a block of %d coordinates has up to %.0f states here, more than the %d that can be enumerated in a step; take fewer coordinates or values"
              .formatted(blockSize, largest, LIMIT));
    }
    return new HammingNeighbourhood(List.copyOf(domains), radius);
  }

  /**
   * Returns how many states the neighbourhood of the largest block has: an elementary symmetric sum
   * of the numbers |Θᵢ| − 1, which may be too large for an integer.
   */
  private static double largest(List<Domain> domains, int blockSize, int radius) {
    List<Integer> others =
        domains.stream()
            .map(domain -> domain.size() - 1)
            .sorted(Comparator.reverseOrder())
            .limit(blockSize)
            .toList();
    // In how many ways k coordinates can change.
    double[] ways = new double[blockSize + 1];
    ways[0] = 1;
    for (int values : others) {
      for (int changed = blockSize; changed > 0; changed--) {
        ways[changed] += ways[changed - 1] * values;
      }
    }
    double sum = 0;
    for (int changed = 0; changed <= Math.min(radius, blockSize); changed++) {
      sum += ways[changed];
    }
    return sum;
  }

  /**
   * Returns the neighbourhood, the state itself first.
   *
   * @param state its centre
   * @param block the coordinates that may differ, all different
   */
  List<State> around(State state, int[] block) {
    List<State> states = new ArrayList<>();
    extend(state.toArray(), block, 0, radius, states);
    return states;
  }

  private void extend(int[] indices, int[] block, int position, int left, List<State> states) {
    if (position == block.length || left == 0) {
      states.add(State.of(indices));
      return;
    }
    int coordinate = block[position];
    int own = indices[coordinate];
    extend(indices, block, position + 1, left, states);
    for (int value = 0; value < domains.get(coordinate).size(); value++) {
      if (value != own) {
        indices[coordinate] = value;
        extend(indices, block, position + 1, left - 1, states);
      }
    }
    indices[coordinate] = own;
  }
}
