package dev.infill.core.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A Markov transition kernel: its parameters, and how it moves a chain of any target.
 *
 * <p>Chains are independent: what a chain does depends on its own state and its own stream of
 * random numbers only. A kernel is immutable and may be shared by threads. No kernel that evaluates
 * U moves a chain to a state of U = −∞.
 *
 * <p>A step is a future: it asks the target for what it has to know, and goes on when that is
 * answered. So the steps of many chains wait for the same model passes.
 */
public interface Kernel {
  /** Returns the kernel's name as users know it, such as {@code dmala}. */
  String name();

  /**
   * Says whether the kernel leaves the target invariant; one that changes in burn-in, whether it
   * does afterwards.
   */
  boolean isExact();

  /** Returns the step size α; empty for kernels without one. */
  default OptionalDouble stepSize() {
    return OptionalDouble.empty();
  }

  /**
   * Refuses a target that lacks what the kernel asks for.
   *
   * @throws dev.infill.core.InvalidInputException if it does
   */
  default void requireFor(Target target) {}

  /**
   * Asks for what the kernel keeps with a chain's state: one evaluation of U, unless the kernel
   * never evaluates it.
   *
   * @param target what is sampled
   * @param state where the chain starts
   * @return the chain, or an {@link IllegalArgumentException} if the kernel evaluates U and U is −∞
   *     there
   */
  CompletableFuture<ChainState> start(Target target, State state);

  /**
   * Moves a chain by one step.
   *
   * @param target what is sampled
   * @param chain where the chain is, as {@link #start} or the last step gave it
   * @param random its own stream, which nothing else uses before the step is over
   * @return the step, once all that it asked for is answered
   */
  CompletableFuture<Transition> step(Target target, ChainState chain, RandomGenerator random);

  /**
   * Starts several chains together.
   *
   * @param target what is sampled
   * @param states where the chains start
   * @return one chain for each state
   * @throws IllegalArgumentException as {@link #start} says
   */
  default List<ChainState> init(Target target, List<State> states) {
    return target.batcher().await(states.stream().map(state -> start(target, state)).toList());
  }

  /**
   * Moves several chains by one step, together.
   *
   * @param target what is sampled
   * @param chains where the chains are
   * @param random for each chain its own stream
   * @return one transition for each chain
   */
  default List<Transition> step(
      Target target, List<ChainState> chains, List<? extends RandomGenerator> random) {
    return target
        .batcher()
        .await(
            IntStream.range(0, chains.size())
                .mapToObj(k -> step(target, chains.get(k), random.get(k)))
                .toList());
  }
}
