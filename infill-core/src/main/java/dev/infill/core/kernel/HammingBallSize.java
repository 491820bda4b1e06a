package dev.infill.core.kernel;

import dev.infill.core.energy.Domain;
import java.util.Comparator;
import java.util.List;

/** How many states are near another, which is what samplers that enumerate them take time for. */
public final class HammingBallSize {
  private HammingBallSize() {}

  /**
   * Returns how many states differ from one in a block of coordinates only, and in no more of these
   * than a radius; the state itself is one of them. It is the same for every state, and for the
   * largest block if blocks differ: an elementary symmetric sum of the numbers |Θᵢ| − 1.
   *
   * @param domains Θ₁ … Θ_m
   * @param blockSize how many coordinates a block has, from 1 to m
   * @param radius the largest Hamming distance, at least 1; from the block's size on, it excludes
   *     nothing
   * @return the number, which may be too large for an integer
   */
  public static double largest(List<Domain> domains, int blockSize, int radius) {
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
}
