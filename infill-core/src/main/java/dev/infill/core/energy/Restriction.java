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
 * coordinates together, where a condition on each alone would be a smaller domain.
 *
 * <p>A state may be known in part: an index of −1 stands for a value that is not chosen yet, and
 * rules nothing out. What a state known in part rules out stays so whatever is chosen.
 */
public interface Restriction {
  /** So many values are tried for coordinates before {@link #draw} gives up. */
  int MOST_TRIES = 10_000;

  /**
   * Says whether a state is in the part.
   *
   * @param state θ
   */
  boolean admits(State state);

  /**
   * Returns which values of one coordinate are in the part beside the other coordinates' values.
   *
   * @param state θ, the coordinate's own value being of no account
   * @param coordinate i
   * @return says of each index of Θᵢ whether θ with it is in the part; to be asked before the next
   *     call, by one thread
   */
  IntPredicate values(State state, int coordinate);

  /** Returns what is said where no state is found: what to change. */
  InvalidInputException refusal();

  /**
   * Draws a state of the part: coordinate after coordinate, each among the values that are left
   * beside those before it, with probabilities proportional to the given ones; where none is left,
   * the one before is drawn again among its others. A start for chains; its distribution is not
   * that of independent coordinates restricted to the part.
   *
   * @param coordinates a distribution over each Θᵢ
   * @param random draws
   * @throws InvalidInputException as {@link #refusal} says, if there is no such state, or none was
   *     found by trying 10,000 values
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
