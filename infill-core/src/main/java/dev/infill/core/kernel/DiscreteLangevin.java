package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateEnergy;
import dev.infill.core.proposal.IntermediateForm;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The discrete Langevin samplers (Zhang, Liu &amp; Liu 2022, Algorithm 1): every coordinate is
 * proposed at once from the discrete Langevin proposal (eq. 2).
 *
 * <ul>
 *   <li>DMALA accepts the whole by Metropolis–Hastings (eq. 3). It leaves π(θ) ∝ exp(U(θ))
 *       invariant for every balancing function, step size, preconditioner and gradient kind.
 *   <li>DULA accepts always. Its stationary distribution is not π; for log-quadratic π and {@link
 *       BalancingFunction#SQUARE_ROOT} the difference vanishes as α → 0, like exp(−1/(2α)) (Theorem
 *       5.1). The one move that it does not make is that to a state of U = −∞, where the chain
 *       stays instead: no gradient leads on from there.
 * </ul>
 *
 * <p>One step costs one evaluation of the energy, with its gradient, at θ′; none where θ′ = θ; with
 * own-term gradients, fewer terms of it where they are enough for DMALA to refuse the move ({@link
 * EarlyRejection}).
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "dmala and dula".
 */
public final class DiscreteLangevin extends MetropolisHastings implements StepSizeKernel {
  private final LangevinProposal proposal;

  private DiscreteLangevin(
      Energy energy, LangevinProposal proposal, Optional<AcceptanceRule> rule, boolean early) {
    super(energy, proposal.gradient().requiredOf(energy), rule, early);
    this.proposal = proposal;
  }

  /**
   * Returns DMALA, the discrete Metropolis-adjusted Langevin algorithm; exact.
   *
   * @param energy U
   * @param gradient the gradient that proposals are made from, {@code EXACT} or {@code OWN_TERM}
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   * @param stepSize α, positive and finite
   * @throws dev.infill.core.InvalidInputException if the energy does not support the gradient
   */
  public static DiscreteLangevin dmala(
      Energy energy, GradientKind gradient, BalancingFunction balancing, double stepSize) {
    LangevinProposal proposal =
        LangevinProposal.of(energy.domains(), gradient, balancing, stepSize);
    return new DiscreteLangevin(energy, proposal, Optional.of(AcceptanceRule.REVERSIBLE), true);
  }

  /**
   * Returns DULA, the discrete unadjusted Langevin algorithm; approximate.
   *
   * @param energy U
   * @param gradient as of DMALA
   * @param balancing as of DMALA
   * @param stepSize α, positive and finite
   * @throws dev.infill.core.InvalidInputException if the energy does not support the gradient
   */
  public static DiscreteLangevin dula(
      Energy energy, GradientKind gradient, BalancingFunction balancing, double stepSize) {
    LangevinProposal proposal =
        LangevinProposal.of(energy.domains(), gradient, balancing, stepSize);
    return new DiscreteLangevin(energy, proposal, Optional.empty(), false);
  }

  /**
   * Returns the same kernel with a diagonal preconditioner (App. H): α gᵢ² in place of α.
   *
   * @param scales g, one positive number per coordinate
   */
  public DiscreteLangevin withPreconditioner(double... scales) {
    return with(proposal.withPreconditioner(scales));
  }

  /**
   * Returns the same kernel with continuous intermediates, cDMALA or cDULA (cDLS, Algorithm 1): the
   * gradient is taken at θᶜ, a step of size α₀ uphill from θ, and proposals are made around it. The
   * kernel is as exact as it was. Evaluating a state takes a second gradient, and all terms of U.
   *
   * @param form how θᶜ is found
   * @param intermediateStepSize α₀, positive and finite; the paper's are at most α
   * @throws dev.infill.core.InvalidInputException if the energy is not known between states ({@link
   *     Energy#relaxation()}), or has no such gradient there
   */
  public DiscreteLangevin withIntermediates(IntermediateForm form, double intermediateStepSize) {
    Energy changed = new IntermediateEnergy(energy, form, intermediateStepSize);
    return new DiscreteLangevin(changed, proposal, rule, false);
  }

  /**
   * Returns log q(θ′|θ), the logarithm of the probability with which θ′ is proposed from θ, in
   * nats.
   *
   * @param from θ, of finite U
   * @param to θ′
   */
  public double logProposalProbability(State from, State to) {
    return proposal
        .at(from, energy.evaluate(List.of(from), proposal.gradient()).get(0))
        .logProbability(new Move(from, to, List.of()));
  }

  @Override
  public String name() {
    String name = isExact() ? "dmala" : "dula";
    return energy instanceof IntermediateEnergy ? "c" + name : name;
  }

  @Override
  public double stepSize() {
    return proposal.stepSize();
  }

  @Override
  public DiscreteLangevin withStepSize(double stepSize) {
    return with(proposal.withStepSize(stepSize));
  }

  @Override
  public DiscreteLangevin withAcceptance(AcceptanceRule changed) {
    return new DiscreteLangevin(energy, proposal, replacedBy(changed), isEarly());
  }

  @Override
  public DiscreteLangevin decidingInFull() {
    return new DiscreteLangevin(energy, proposal, rule, false);
  }

  @Override
  public DiscreteLangevin decidingEarly() {
    return new DiscreteLangevin(energy, proposal, rule, true);
  }

  private DiscreteLangevin with(LangevinProposal changed) {
    return new DiscreteLangevin(energy, changed, rule, isEarly());
  }

  @Override
  CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return proposal.draw(energy, chain, random);
  }
}
