package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * DMALA, the discrete Metropolis-adjusted Langevin algorithm (Zhang, Liu &amp; Liu 2022, Algorithm
 * 1): every coordinate is proposed at once from the discrete Langevin proposal (eq. 2), the whole
 * is accepted by Metropolis–Hastings (eq. 3). It leaves π(θ) ∝ exp(U(θ)) invariant for every
 * balancing function, step size, preconditioner and gradient kind.
 *
 * <p>One step costs one evaluation of the energy, with its gradient, at θ′; none where θ′ = θ.
 */
public final class Dmala implements StepSizeKernel {
  private final Energy energy;
  private final LangevinProposal proposal;
  private final ProposalStep step;

  private Dmala(Energy energy, LangevinProposal proposal) {
    this.energy = energy;
    this.proposal = proposal;
    this.step = new ProposalStep(energy, proposal, Acceptance.METROPOLIS_HASTINGS);
  }

  /**
   * Returns the kernel.
   *
   * @param energy U
   * @param gradient the gradient that proposals are made from, {@code EXACT} or {@code OWN_TERM}
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   * @param stepSize α, positive and finite
   * @throws dev.infill.core.InvalidInputException if the energy does not support the gradient
   */
  public static Dmala of(
      Energy energy, GradientKind gradient, BalancingFunction balancing, double stepSize) {
    return new Dmala(energy, LangevinProposal.of(energy.domains(), gradient, balancing, stepSize));
  }

  /**
   * Returns the same kernel with a diagonal preconditioner (App. H): α gᵢ² in place of α.
   *
   * @param scales g, one positive number per coordinate
   */
  public Dmala withPreconditioner(double... scales) {
    return new Dmala(energy, proposal.withPreconditioner(scales));
  }

  @Override
  public String name() {
    return "dmala";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public double stepSize() {
    return proposal.stepSize();
  }

  @Override
  public Dmala withStepSize(double stepSize) {
    return new Dmala(energy, proposal.withStepSize(stepSize));
  }

  @Override
  public int passesPerStart() {
    return energy.passesPerEvaluation();
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
