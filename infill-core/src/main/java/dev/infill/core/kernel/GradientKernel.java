package dev.infill.core.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ProposedMove.Arrival;
import dev.infill.core.proposal.Intermediate;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A kernel whose proposals q(θ′|θ) are made of the gradient at θ, or at a continuous intermediate.
 * A chain keeps U, the gradient and q(·|θ). So one step evaluates the energy once, at θ′.
 */
abstract class GradientKernel extends MetropolisHastings {
  private final GradientKind gradient;
  final Optional<Intermediate> intermediate;

  GradientKernel(
      GradientKind gradient,
      Optional<Intermediate> intermediate,
      Optional<AcceptanceRule> rule,
      boolean early) {
    super(rule, early);
    if (gradient == GradientKind.NONE) {
      throw new IllegalArgumentException("a proposal needs a gradient: OWN_TERM or EXACT");
    }
    this.gradient = gradient;
    this.intermediate = intermediate;
  }

  /** Returns q(·|θ). */
  abstract ProposalDistribution at(Target target, Slope slope);

  /**
   * Returns the way back before anything is known of θ′, for own-term gradients.
   *
   * @param back the move from θ′ to θ
   */
  abstract ReverseDensity before(Target target, Move back);

  @Override
  public void requireFor(Target target) {
    gradient.requiredOf(target.energy());
    intermediate.ifPresent(between -> between.requireFor(target, gradient));
  }

  @Override
  final GradientKind gradient() {
    return gradient;
  }

  /** Exact gradients and intermediates need more than single terms. */
  @Override
  final boolean decidesByTerms() {
    return gradient == GradientKind.OWN_TERM && intermediate.isEmpty();
  }

  @Override
  final CompletableFuture<ProposedMove> propose(
      Target target, ChainState chain, RandomGenerator random) {
    if (chain.kept().orElse(null) instanceof ProposalDistribution known
        && known.slope().temperature() == target.temperature()) {
      ProposalDistribution here = known.owner() == this ? known : at(target, known.slope());
      return CompletableFuture.completedFuture(proposed(target, chain, here, 0, random));
    }
    return proposals(target, chain)
        .thenApply(here -> proposed(target, chain, here, passesBetween(target), random));
  }

  private ProposedMove proposed(
      Target target,
      ChainState chain,
      ProposalDistribution here,
      int passes,
      RandomGenerator random) {
    Move move = here.draw(random);
    return new ProposedMove(
        chain.with(here),
        move,
        here.logProbability(move),
        passes,
        there -> back(target, move, there),
        () -> before(target, move.reversed()));
  }

  private CompletableFuture<Arrival> back(Target target, Move move, ChainState there) {
    return proposals(target, there)
        .thenApply(
            proposals ->
                new Arrival(
                    there.with(proposals),
                    proposals.logProbability(move.reversed()),
                    passesBetween(target)));
  }

  /** Asks for q(·|θ) at a chain's state. */
  final CompletableFuture<ProposalDistribution> proposals(Target target, ChainState chain) {
    return Slope.of(target, chain.state(), chain.evaluation().orElseThrow(), gradient, intermediate)
        .thenApply(slope -> at(target, slope));
  }

  private int passesBetween(Target target) {
    return intermediate.isEmpty()
        ? 0
        : target.energy().relaxation().orElseThrow().passesPerGradient();
  }
}
