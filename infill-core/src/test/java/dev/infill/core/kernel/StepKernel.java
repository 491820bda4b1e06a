package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A kernel of parts that tests choose, and may choose wrongly.
 *
 * @param step what it does
 */
record StepKernel(ProposalStep step) implements MetropolisKernel {
  /** Metropolis–Hastings without its q(θ|θ′) / q(θ′|θ). */
  static StepKernel withoutReverseDensity(Energy energy, Proposal proposal) {
    return new StepKernel(
        new ProposalStep(
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
  public List<ChainState> init(List<State> states) {
    return step.init(states);
  }

  @Override
  public List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    return step.step(chains, random);
  }
}
