package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A Markov transition kernel on the states of an energy.
 *
 * <p>Chains are independent: what a chain does depends on its own state and its own stream of
 * random numbers only. A kernel is immutable and may be shared by threads. No kernel that evaluates
 * U moves a chain to a state of U = −∞.
 *
 * <p>A step is a future: it asks a {@link Batcher} for what it has to know, and goes on when that
 * is answered. So the steps of many chains wait for the same model passes.
 */
public interface Kernel {
  /** Returns the kernel's name as users know it, such as {@code dmala}. */
  String name();

  /**
   * Says whether the kernel leaves π(θ) ∝ exp(U(θ)) invariant; one that changes in burn-in, whether
   * it does afterwards.
   */
  boolean isExact();

  /**
   * Returns the kernel that makes the steps after burn-in: this one, unless it changes with the
   * number of steps that a chain has made.
   */
  default Kernel frozen() {
    return this;
  }

  /** Returns the step size α of its next step; empty for kernels without one. */
  default OptionalDouble currentStepSize() {
    return OptionalDouble.empty();
  }

  /** Returns how many model passes {@link #init} costs for each state, at most. */
  int passesPerStart();

  /**
   * Asks for what the kernel keeps with a chain's state.
   *
   * @param state where the chain starts
   * @param batcher gathers what is asked
   * @return the chain, or an {@link IllegalArgumentException} if the kernel evaluates U and U is −∞
   *     there
   */
  CompletableFuture<ChainState> start(State state, Batcher batcher);

  /**
   * Moves a chain by one step.
   *
   * @param chain where the chain is, as {@link #start} or the last step of this kernel (or of one
   *     that differs in its step size only) gave it
   * @param random its own stream, which nothing else uses before the step is over
   * @param batcher gathers what is asked
   * @return the step, once all that it asked for is answered
   */
  CompletableFuture<Transition> step(ChainState chain, RandomGenerator random, Batcher batcher);

  /**
   * Starts several chains together.
   *
   * @param states where the chains start
   * @return one chain state per state, in order
   * @throws IllegalArgumentException as {@link #start} says
   */
  default List<ChainState> init(List<State> states) {
    return Batcher.together(
        batcher -> states.stream().map(state -> start(state, batcher)).toList());
  }

  /**
   * Moves several chains by one step, together.
   *
   * @param chains where the chains are
   * @param random for each chain its own stream
   * @return one transition per chain, in order
   */
  default List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    return Batcher.together(
        batcher ->
            IntStream.range(0, chains.size())
                .mapToObj(k -> step(chains.get(k), random.get(k), batcher))
                .toList());
  }
}
