package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Transition;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Moves several chains of one kernel together, one step at a time. */
public final class Chains {
  private Chains() {}

  /**
   * Starts chains.
   *
   * @param kernel moves them
   * @param target what is sampled
   * @param states a start for each chain
   * @throws IllegalArgumentException as {@link Kernel#start} says
   */
  public static List<ChainState> start(Kernel kernel, Target target, List<State> states) {
    return target
        .batcher()
        .await(states.stream().map(state -> kernel.start(target, state)).toList());
  }

  /**
   * Moves chains by one step.
   *
   * @param kernel moves them
   * @param target what is sampled
   * @param chains the chains
   * @param random a stream for each chain
   * @return one transition for each chain
   */
  public static List<Transition> step(
      Kernel kernel,
      Target target,
      List<ChainState> chains,
      List<? extends RandomGenerator> random) {
    return target
        .batcher()
        .await(
            IntStream.range(0, chains.size())
                .mapToObj(k -> kernel.step(target, chains.get(k), random.get(k)))
                .toList());
  }
}
