package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Draws from a proposal that is informed by the gradient. A chain keeps U, the gradient and q(·|θ)
 * of where it is, so that one step evaluates the energy at θ′ at most.
 *
 * @param energy U
 * @param proposal q
 */
record GradientProposer(Energy energy, Proposal proposal) implements Proposer {
  /**
   * Checks that there is such a gradient.
   *
   * @throws InvalidInputException if the energy does not support it
   */
  GradientProposer {
    GradientKind gradient = proposal.gradient();
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
  }

  @Override
  public CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    // One that was built with another step size is of no use.
    ProposalDistribution here =
        chain
            .proposals()
            .filter(kept -> kept.proposal() == proposal)
            .orElseGet(() -> proposal.at(chain.state(), chain.evaluation().orElseThrow()));
    return CompletableFuture.completedFuture(
        new Drawn(energy, proposal, chain.with(here), here.draw(random)));
  }

  /** A move that was drawn from q(·|θ), which the chain keeps. */
  private record Drawn(Energy energy, Proposal proposal, ChainState current, Move move)
      implements ProposedMove {
    @Override
    public double logForward() {
      return current.proposals().orElseThrow().logProbability(move);
    }

    @Override
    public int passes() {
      return 0;
    }

    @Override
    public CompletableFuture<Arrival> arrival(Batcher batcher) {
      return energy
          .evaluate(move.to(), proposal.gradient(), batcher)
          .thenApply(there -> new Arrival(current.movedTo(move.to(), there), logReverse(there)));
    }

    /**
     * Returns log q(θ|θ′). q(·|θ′) itself is not kept: it weighs twice as much as a gradient, and a
     * chain that is moved builds it when it is its turn.
     */
    private double logReverse(Evaluation there) {
      // No gradient leads on from where U = −∞.
      return there.energy() == Double.NEGATIVE_INFINITY
          ? Double.NEGATIVE_INFINITY
          : proposal.at(move.to(), there).logProbability(move.reversed());
    }

    /** Of the changed ones both values count: there and back, both are paid for. */
    @Override
    public IntToDoubleFunction fit() {
      Evaluation here = current.evaluation().orElseThrow();
      return i -> here.gradient(i, move.from().get(i)) + here.gradient(i, move.to().get(i));
    }

    @Override
    public ReverseDensity unknownBack() {
      return proposal.before(move.reversed());
    }
  }
}
