package dev.infill.core.energy;

import dev.infill.core.InvalidInputException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * The part of a product of finite domains that a {@link Target} is restricted to: a condition on
 * several coordinates together.
 *
 * <p>A state may be known in part: an index of −1 stands for a value that is not chosen yet, and
 * rules nothing out. Further choices never admit what is ruled out.
 */
public interface Restriction {
  /** {@link #draw} gives up after this number of values. */
  int MOST_TRIES = 10_000;

  /**
   * Says whether a state is in the part.
   *
   * @param state θ
   */
  boolean admits(State state);

  /**
   * Tells the values of one coordinate that are in the part beside the other coordinates' values.
   *
   * @param state θ; the coordinate's own value does not matter
   * @param coordinate i
   * @return whether θ with an index of Θᵢ is in the part; valid until the next call, for one thread
   */
  IntPredicate values(State state, int coordinate);

  /** Returns the exception for the case that no state is found; it says what to change. */
  InvalidInputException refusal();

  /**
   * Draws a state of the part, as a start for chains. Coordinates are drawn one after another among
   * the values that are left. If none is left, the coordinate before is drawn again among its
   * others. The result is not distributed as independent coordinates restricted to the part.
   *
   * @param coordinates a distribution over each Θᵢ
   * @param random the source of random numbers
   * @throws InvalidInputException as {@link #refusal} says, if 10,000 values gave no state
   */
  default State draw(List<CategoricalDistribution> coordinates, RandomGenerator random) {
    int[] indices = new int[coordinates.size()];
    Arrays.fill(indices, -1);
    Deque<double[]> left = new ArrayDeque<>();
    left.push(left(coordinates, indices, 0));
    for (int tries = 0; tries < MOST_TRIES && !left.isEmpty(); tries++) {
      int at = left.size() - 1;
      double[] logWeights = left.element();
      double largest = Double.NEGATIVE_INFINITY;
      for (double weight : logWeights) {
        largest = Math.max(largest, weight);
      }
      if (largest == Double.NEGATIVE_INFINITY) {
        indices[at] = -1;
        left.pop();
      } else {
        indices[at] = CategoricalDistribution.ofLogWeights(logWeights).sample(random);
        logWeights[indices[at]] = Double.NEGATIVE_INFINITY;
        if (at + 1 == indices.length) {
          return State.of(indices);
        }
        left.push(left(coordinates, indices, at + 1));
      }
    }
    throw refusal();
  }

  private double[] left(List<CategoricalDistribution> coordinates, int[] indices, int coordinate) {
    CategoricalDistribution all = coordinates.get(coordinate);
    IntPredicate admitted = values(State.of(indices), coordinate);
    double[] logWeights = new double[all.size()];
    for (int value = 0; value < logWeights.length; value++) {
      logWeights[value] =
          admitted.test(value) ? all.logProbability(value) : Double.NEGATIVE_INFINITY;
    }
    return logWeights;
  }
}
