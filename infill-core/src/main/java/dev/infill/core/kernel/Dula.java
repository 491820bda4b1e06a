package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * DULA, the discrete unadjusted Langevin algorithm (Zhang, Liu &amp; Liu 2022, Algorithm 1): the
 * discrete Langevin proposal (eq. 2), accepted always. Its stationary distribution is not π; for
 * log-quadratic π and {@link BalancingFunction#SQUARE_ROOT} the difference vanishes as α → 0, like
 * exp(−1/(2α)) (Theorem 5.1).
 *
 * <p>The one move that is not made is that to a state of U = −∞, where the chain stays instead: no
 * gradient leads on from there.
 */
public final class Dula implements StepSizeKernel {
  private final Energy energy;
  private final LangevinProposal proposal;
  private final ProposalStep step;

  private Dula(Energy energy, LangevinProposal proposal) {
    this.energy = energy;
    this.proposal = proposal;
    this.step = new ProposalStep(energy, proposal, Acceptance.ALWAYS);
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
  public static Dula of(
      Energy energy, GradientKind gradient, BalancingFunction balancing, double stepSize) {
    return new Dula(energy, LangevinProposal.of(energy.domains(), gradient, balancing, stepSize));
  }

  /**
   * Returns the same kernel with a diagonal preconditioner (App. H): α gᵢ² in place of α.
   *
   * @param scales g, one positive number per coordinate
   */
  public Dula withPreconditioner(double... scales) {
    return new Dula(energy, proposal.withPreconditioner(scales));
  }

  @Override
  public String name() {
    return "dula";
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public double stepSize() {
    return proposal.stepSize();
  }

  @Override
  public Dula withStepSize(double stepSize) {
    return new Dula(energy, proposal.withStepSize(stepSize));
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
