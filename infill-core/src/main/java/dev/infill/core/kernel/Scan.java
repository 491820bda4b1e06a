package dev.infill.core.kernel;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** In which order a Gibbs sampler visits the coordinates. */
public enum Scan {
  /** One after another: coordinate k mod m in step k, counted from 0. */
  SYSTEMATIC,
  /** One at random each step, all equally likely. */
  RANDOM;

  /**
   * Returns the coordinates that are next for a chain, several at a time.
   *
   * @param chain where the chain is
   * @param size how many, from 1 to m; all different. In turn, the last of a round are followed by
   *     the first of the next where m is no multiple
   * @param random the chain's own stream
   */
  public int[] block(ChainState chain, int size, RandomGenerator random) {
    int coordinates = chain.state().size();
    if (this == RANDOM) {
      return drawn(coordinates, size, random);
    }
    int first = (int) (chain.steps() * size % coordinates);
    return IntStream.range(first, first + size).map(k -> k % coordinates).toArray();
  }

  /** Draws different coordinates in an order, all blocks in all orders being equally likely. */
  static int[] drawn(int coordinates, int size, RandomGenerator random) {
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
