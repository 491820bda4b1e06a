package dev.infill.core.kernel;

import java.util.random.RandomGenerator;

/** q(·|θ): the moves that a kernel proposes from one state θ. A chain keeps it. Immutable. */
interface ProposalDistribution extends ChainState.Kept {
  /** Returns the gradient that the moves were made of. */
  Slope slope();

  /** Returns the kernel that proposes these moves: another step size has others. */
  Kernel owner();

  /** Draws a move from θ. */
  Move draw(RandomGenerator random);

  /**
   * Returns the log-probability of drawing a move, in nats; −∞ if it is never drawn.
   *
   * @param move a move from θ
   */
  double logProbability(Move move);
}
