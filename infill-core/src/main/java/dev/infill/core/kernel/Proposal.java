package dev.infill.core.kernel;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;

/** A proposal q(θ′|θ) that is informed by the gradient at θ. */
interface Proposal {
  /** Returns the gradient that {@link #at} needs. */
  GradientKind gradient();

  /**
   * Returns q(·|θ).
   *
   * @param state θ, of finite U
   * @param evaluation what the energy says of θ, with {@link #gradient()}
   */
  ProposalDistribution at(State state, Evaluation evaluation);

  /**
   * Returns the way back before anything is known of θ′, for a proposal made from own terms.
   *
   * @param back the move from θ′ to θ
   */
  ReverseDensity before(Move back);
}
