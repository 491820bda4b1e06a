package dev.infill.core.kernel;

import dev.infill.core.Groups;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Steps of chains by different kernels. Chains that are run together have made equally many steps
 * and move by one kernel; where they have not, each kernel moves its own.
 */
final class KernelsInTurn {
  private KernelsInTurn() {}

  /**
   * Moves every chain by one step.
   *
   * @param chains where the chains are
   * @param random for each chain its own stream
   * @param kernel says which kernel moves a chain
   */
  static List<Transition> step(
      List<ChainState> chains,
      List<? extends RandomGenerator> random,
      Function<ChainState, Kernel> kernel) {
    return Groups.map(
        chains.size(),
        chain -> kernel.apply(chains.get(chain)),
        (one, members) ->
            one.step(
                members.stream().map(chains::get).toList(),
                members.stream().map(random::get).toList()));
  }
}
