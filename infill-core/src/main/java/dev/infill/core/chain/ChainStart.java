package dev.infill.core.chain;

import dev.infill.core.energy.State;
import java.util.random.RandomGenerator;

/** Says where chains start. */
@FunctionalInterface
public interface ChainStart {
  /**
   * Draws where a chain starts.
   *
   * @param chain which one, from 0
   * @param random its own stream
   */
  State draw(int chain, RandomGenerator random);
}
