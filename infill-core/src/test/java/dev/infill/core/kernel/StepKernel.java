package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Metropolis–Hastings without its q(θ|θ′) / q(θ′|θ): a wrong kernel. */
final class StepKernel extends MetropolisHastings {
  private final Proposal proposal;

  private StepKernel(Energy energy, Proposal proposal, AcceptanceRule rule) {
    super(energy, proposal.gradient().requiredOf(energy), Optional.of(rule), true);
    this.proposal = proposal;
  }

  static StepKernel withoutReverseDensity(Energy energy, Proposal proposal) {
    return new StepKernel(energy, proposal, AcceptanceRule.REVERSIBLE);
  }

  @Override
  public StepKernel withAcceptance(AcceptanceRule changed) {
    return new StepKernel(energy, proposal, changed);
  }

  @Override
  public String name() {
    return "parts";
  }

  @Override
  double logRatio(ProposedMove proposed, Arrival arrival) {
    return arrival.next().energy() - proposed.current().energy();
  }

  @Override
  CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return proposal.draw(energy, chain, random);
  }
}
