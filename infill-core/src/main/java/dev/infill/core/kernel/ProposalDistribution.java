package dev.infill.core.kernel;

import java.util.random.RandomGenerator;

/** The moves that a kernel proposes from one state θ. Immutable. */
interface ProposalDistribution {
  /** Returns what the moves were made of. */
  Slope slope();

  /** Returns the kernel whose moves these are: one of another step size has others. */
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
