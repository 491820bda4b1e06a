package dev.infill.core.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A Markov transition kernel: its parameters, and how it moves a chain of any target.
 *
 * <p>A chain depends on its own state and its own stream of random numbers only. A kernel is
 * immutable and may be shared by threads. No kernel that evaluates U moves a chain to a state of U
 * = −∞.
 *
 * <p>A step is a future: it asks the target its questions, and continues when they are answered. So
 * the steps of many chains wait for the same model passes.
 */
public interface Kernel {
  /** Returns the kernel's name as users know it, such as {@code dmala}. */
  String name();

  /** Says whether the kernel leaves the target invariant, or does so after burn-in. */
  boolean isExact();

  /** Returns the step size α; empty for kernels without one. */
  default OptionalDouble stepSize() {
    return OptionalDouble.empty();
  }

  /**
   * Refuses a target that lacks what the kernel asks for.
   *
   * @throws dev.infill.core.InvalidInputException if the target is refused
   */
  default void requireFor(Target target) {}

  /**
   * Starts a chain, with one evaluation of U unless the kernel never evaluates it.
   *
   * @param target the target that is sampled
   * @param state the start
   * @return the chain, or an {@link IllegalArgumentException} if the kernel evaluates U and U is −∞
   *     there
   */
  CompletableFuture<ChainState> start(Target target, State state);

  /**
   * Moves a chain by one step.
   *
   * @param target the target that is sampled
   * @param chain the chain, as {@link #start} or the last step gave it
   * @param random its own stream, which nothing else uses before the step is over
   * @return the step, once its questions are answered
   */
  CompletableFuture<Transition> step(Target target, ChainState chain, RandomGenerator random);
}
