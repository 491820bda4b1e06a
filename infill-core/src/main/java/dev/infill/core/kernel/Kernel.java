package dev.infill.core.kernel;

import dev.infill.core.energy.State;
import java.util.List;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * A Markov transition kernel on the states of an energy, applied to a batch of chains at once.
 *
 * <p>Chains are independent: what a chain does depends on its own state and its own stream of
 * random numbers only. A kernel is immutable and may be shared by threads. No kernel that evaluates
 * U moves a chain to a state of U = −∞.
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
   * Returns how many model passes {@link #init} costs.
   *
   * @param states where the chains start
   */
  default long passesToStart(List<State> states) {
    return (long) passesPerStart() * states.size();
  }

  /**
   * Evaluates what the kernel keeps with a chain's state.
   *
   * @param states where the chains start
   * @return one chain state per state, in order
   * @throws IllegalArgumentException if the kernel evaluates U and U is −∞ at one of them
   */
  List<ChainState> init(List<State> states);

  /**
   * Moves every chain by one step.
   *
   * @param chains where the chains are, as {@link #init} or the last step of this kernel (or of one
   *     that differs in its step size only) returned them
   * @param random for each chain its own stream
   * @return one transition per chain, in order
   */
  List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random);
}
