package dev.infill.evaluation.lab.continuous;

import java.util.random.RandomGenerator;

/**
 * A Markov transition kernel on real vectors that leaves a {@link Density} invariant. Immutable.
 */
public interface ContinuousKernel {
  /** Returns how many gradients, or densities where no gradient is used, a step evaluates. */
  int evaluationsPerStep();

  /**
   * Begins a chain. Momentum and uniform number are drawn from their stationary distributions.
   *
   * @param position x, copied
   * @param random the chain's own stream
   */
  ContinuousState init(double[] position, RandomGenerator random);

  /**
   * Makes a step.
   *
   * @param state as {@link #init} or the last step returned it
   * @param random the chain's own stream
   */
  ContinuousStep step(ContinuousState state, RandomGenerator random);
}
