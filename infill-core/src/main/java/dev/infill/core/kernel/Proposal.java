package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A proposal q(θ′|θ) that is informed by the gradient at θ. A chain keeps U, the gradient and
 * q(·|θ) of where it is, so that one step evaluates the energy at θ′ at most.
 */
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

  /** Draws a move from q(·|θ), which the chain keeps. */
  default CompletableFuture<ProposedMove> draw(
      Energy energy, ChainState chain, RandomGenerator random) {
    // One that was built with another step size is of no use.
    ProposalDistribution here =
        chain
            .proposals()
            .filter(kept -> kept.proposal() == this)
            .orElseGet(() -> at(chain.state(), chain.evaluation().orElseThrow()));
    ChainState current = chain.with(here);
    Move move = here.draw(random);
    return CompletableFuture.completedFuture(
        new ProposedMove(
            current,
            move,
            here.logProbability(move),
            0,
            batcher ->
                energy
                    .evaluate(move.to(), gradient(), batcher)
                    .thenApply(there -> arrival(current, move, there)),
            () -> before(move.reversed())));
  }

  /** q(·|θ′) is not kept: it weighs twice as much as a gradient, and is built when needed. */
  private Arrival arrival(ChainState current, Move move, Evaluation there) {
    // No gradient leads on from where U = −∞.
    double logReverse =
        there.energy() == Double.NEGATIVE_INFINITY
            ? Double.NEGATIVE_INFINITY
            : at(move.to(), there).logProbability(move.reversed());
    return new Arrival(current.movedTo(move.to(), there), logReverse);
  }
}
