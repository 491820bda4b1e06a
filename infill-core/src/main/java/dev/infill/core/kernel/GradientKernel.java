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
 * A chain keeps U, the gradient and q(·|θ) of where it is, so that one step evaluates the energy at
 * θ′ at most.
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

  /** Exact gradients look at more than terms, and the way back from θ′ᶜ begins at all of them. */
  @Override
  final boolean decidesByTerms() {
    return gradient == GradientKind.OWN_TERM && intermediate.isEmpty();
  }

  @Override
  final CompletableFuture<ProposedMove> propose(
      Target target, ChainState chain, RandomGenerator random) {
    Optional<ProposalDistribution> kept =
        chain.proposals().filter(known -> known.slope().temperature() == target.temperature());
    Optional<Slope> known =
        kept.map(ProposalDistribution::slope)
            .or(() -> chain.slope().filter(at -> at.temperature() == target.temperature()));
    if (known.isPresent()) {
      return CompletableFuture.completedFuture(
          proposed(target, chain, kept, known.get(), 0, random));
    }
    return Slope.of(target, chain.state(), chain.evaluation().orElseThrow(), gradient, intermediate)
        .thenApply(slope -> proposed(target, chain, kept, slope, passesBetween(target), random));
  }

  private ProposedMove proposed(
      Target target,
      ChainState chain,
      Optional<ProposalDistribution> kept,
      Slope slope,
      int passes,
      RandomGenerator random) {
    ProposalDistribution here =
        kept.filter(known -> known.owner() == this).orElseGet(() -> at(target, slope));
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
    return Slope.of(target, there.state(), there.evaluation().orElseThrow(), gradient, intermediate)
        .thenApply(
            slope ->
                new Arrival(
                    // q(·|θ′) weighs twice as much as a gradient, and is made again when needed.
                    intermediate.isPresent() ? there.with(slope) : there,
                    at(target, slope).logProbability(move.reversed()),
                    passesBetween(target)));
  }

  private int passesBetween(Target target) {
    return intermediate.isEmpty()
        ? 0
        : target.energy().relaxation().orElseThrow().passesPerGradient();
  }
}
