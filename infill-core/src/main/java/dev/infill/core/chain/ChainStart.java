package dev.infill.core.chain;

import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;

/** Says where chains start. */
@FunctionalInterface
public interface ChainStart {
  /**
   * Draws where chains start.
   *
   * @param streams for each chain, from 0, its own stream
   * @return for each chain where it starts
   */
  List<State> draw(List<? extends RandomGenerator> streams);
}
