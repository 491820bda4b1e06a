package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Locale;
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

  /**
   * Returns {@link #gradient()}, once it is checked that there is such a gradient.
   *
   * @throws InvalidInputException if the energy does not support it
   */
  default GradientKind gradientOf(Energy energy) {
    GradientKind gradient = gradient();
    if (gradient == GradientKind.NONE) {
      throw new IllegalArgumentException("a proposal needs a gradient: OWN_TERM or EXACT");
    }
    if (!energy.supports(gradient)) {
      throw new InvalidInputException(
          "gradient",
          "this energy has no "
              + gradient.name().toLowerCase(Locale.ROOT).replace('_', '-')
              + " gradient; use the other one");
    }
    return gradient;
  }

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
                    .thenApply(
                        there ->
                            new Arrival(
                                current.movedTo(move.to(), there), logReverse(move, there))),
            () -> before(move.reversed())));
  }

  /**
   * Returns log q(θ|θ′). q(·|θ′) itself is not kept: it weighs twice as much as a gradient, and a
   * chain that is moved builds it when it is its turn.
   */
  private double logReverse(Move move, Evaluation there) {
    // No gradient leads on from where U = −∞.
    return there.energy() == Double.NEGATIVE_INFINITY
        ? Double.NEGATIVE_INFINITY
        : at(move.to(), there).logProbability(move.reversed());
  }
}
