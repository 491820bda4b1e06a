package dev.infill.core.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<Kernel, List<Integer>> together = new LinkedHashMap<>();
    for (int chain = 0; chain < chains.size(); chain++) {
      together
          .computeIfAbsent(kernel.apply(chains.get(chain)), one -> new ArrayList<>())
          .add(chain);
    }
    Transition[] transitions = new Transition[chains.size()];
    together.forEach(
        (one, members) -> {
          List<Transition> made =
              one.step(
                  members.stream().map(chains::get).toList(),
                  members.stream().map(random::get).toList());
          for (int k = 0; k < made.size(); k++) {
            transitions[members.get(k)] = made.get(k);
          }
        });
    return Arrays.asList(transitions);
  }
}
