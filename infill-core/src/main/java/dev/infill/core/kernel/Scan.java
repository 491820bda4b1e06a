package dev.infill.core.kernel;

import java.util.List;
import java.util.random.RandomGenerator;

/** In which order a Gibbs sampler visits the coordinates. */
public enum Scan {
  /** One after another: coordinate k mod m in step k, counted from 0. */
  SYSTEMATIC,
  /** One at random each step, all equally likely. */
  RANDOM;

  /** Returns, for each chain, the coordinate of its next step. */
  int[] next(List<ChainState> chains, List<? extends RandomGenerator> random) {
    int[] coordinates = new int[chains.size()];
    for (int chain = 0; chain < coordinates.length; chain++) {
      ChainState current = chains.get(chain);
      int size = current.state().size();
      coordinates[chain] =
          this == SYSTEMATIC ? (int) (current.steps() % size) : random.get(chain).nextInt(size);
    }
    return coordinates;
  }
}
