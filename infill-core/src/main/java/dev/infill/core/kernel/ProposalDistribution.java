package dev.infill.core.kernel;

import java.util.random.RandomGenerator;

/** The moves that a {@link Proposal} makes from one state θ. Immutable. */
interface ProposalDistribution {
  /** Returns the proposal that this distribution belongs to. */
  Proposal proposal();

  /** Draws a move from θ. */
  Move draw(RandomGenerator random);

  /**
   * Returns the log-probability of drawing a move, in nats; −∞ if it is never drawn.
   *
   * @param move a move from θ
   */
  double logProbability(Move move);
}
