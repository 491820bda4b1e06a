package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A kernel of parts that tests choose, and may choose wrongly.
 *
 * @param step what it does
 */
record StepKernel(MetropolisHastings step) implements MetropolisKernel {
  /** Metropolis–Hastings without its q(θ|θ′) / q(θ′|θ). */
  static StepKernel withoutReverseDensity(Energy energy, Proposal proposal) {
    return new StepKernel(
        MetropolisHastings.of(
            energy, proposal, (energyDifference, logForward, logReverse) -> energyDifference));
  }

  @Override
  public StepKernel withAcceptance(AcceptanceRule rule) {
    return new StepKernel(step.with(rule));
  }

  @Override
  public String name() {
    return "parts";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public int passesPerStart() {
    return 1;
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return step.start(state, batcher);
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return step.step(chain, random, batcher);
  }
}
