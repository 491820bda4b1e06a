package dev.infill.core.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Metropolis–Hastings without its q(θ|θ′) / q(θ′|θ): a wrong kernel. */
final class StepKernel extends MetropolisHastings {
  private final GradientKernel right;

  private StepKernel(GradientKernel right, AcceptanceRule rule) {
    super(Optional.of(rule), true);
    this.right = right;
  }

  static StepKernel withoutReverseDensity(GradientKernel right) {
    return new StepKernel(right, AcceptanceRule.REVERSIBLE);
  }

  @Override
  public StepKernel withAcceptance(AcceptanceRule changed) {
    return new StepKernel(right, changed);
  }

  @Override
  public String name() {
    return "parts";
  }

  @Override
  GradientKind gradient() {
    return right.gradient();
  }

  @Override
  boolean decidesByTerms() {
    return right.decidesByTerms();
  }

  @Override
  double logRatio(Target target, ProposedMove proposed, Arrival arrival) {
    return arrival.next().energy() - proposed.current().energy();
  }

  @Override
  CompletableFuture<ProposedMove> propose(Target target, ChainState chain, RandomGenerator random) {
    return right.propose(target, chain, random);
  }
}
