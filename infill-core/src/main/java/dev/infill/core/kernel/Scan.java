package dev.infill.core.kernel;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** The order in which a Gibbs sampler visits the coordinates. */
public enum Scan {
  /** One after another: coordinate k mod m in step k, counted from 0. */
  SYSTEMATIC,
  /** One at random in each step, all equally likely. */
  RANDOM;

  /**
   * Draws different coordinates in an order; all choices in all orders are equally likely.
   *
   * @param coordinates m
   * @param size the number of coordinates to draw, from 1 to m
   * @param random the source of random numbers
   */
  public static int[] drawn(int coordinates, int size, RandomGenerator random) {
    int[] all = IntStream.range(0, coordinates).toArray();
    int[] block = new int[size];
    for (int k = 0; k < size; k++) {
      // Those that were drawn stand in front.
      int drawn = k + random.nextInt(coordinates - k);
      block[k] = all[drawn];
      all[drawn] = all[k];
    }
    return block;
  }

  /** Returns the coordinate that is next for a chain. */
  int next(ChainState chain, RandomGenerator random) {
    int size = chain.state().size();
    return this == SYSTEMATIC ? (int) (chain.steps() % size) : random.nextInt(size);
  }
}
