package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateEnergy;
import dev.infill.core.proposal.IntermediateForm;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Gibbs-with-gradients, GWG-X (Grathwohl et al. 2021): X coordinates a step, chosen together with
 * their new values by the gradient, q(i, v|θ) ∝ g(exp Δᵢ(v)) over all i and v ≠ θᵢ, and accepted by
 * Metropolis–Hastings. It leaves π(θ) ∝ exp(U(θ)) invariant.
 *
 * <p>For X &gt; 1 the pairs are drawn one after another from the gradient at θ, each among the
 * coordinates not drawn yet. The published code draws with replacement, so that one coordinate may
 * be drawn more than once and fewer than X change; here exactly X do (or all that can move, if they
 * are fewer than X). This is the path auxiliary sampler (Sun et al. 2022) in its fast form with a
 * path of fixed length, as DISCS (Goshvadi et al. 2023) has it, but for the order of the way back,
 * which is reversed there. A coordinate of a single value never moves; if none can move, the chain
 * stays.
 *
 * <p>Why it is exact: to a state and the ordered pairs (i₁, v₁) … (i_X, v_X) belongs one way back,
 * from θ′ with the pairs (i₁, θ_{i₁}) … (i_X, θ_{i_X}), in the same order. Going there and back is
 * the identity, so the map is an involution, and the ratio of the probabilities of the two ordered
 * draws is the one that Metropolis–Hastings needs. It need not be summed over orders.
 *
 * <p>One step costs one evaluation of the energy, with its gradient, at θ′; with own-term
 * gradients, fewer terms of it where they are enough to refuse the move ({@link EarlyRejection}).
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "gwg".
 */
public final class GibbsWithGradients extends MetropolisHastings {
  private final String name;
  private final GwgProposal proposal;

  private GibbsWithGradients(
      String name, Energy energy, GwgProposal proposal, Optional<AcceptanceRule> rule) {
    super(energy, proposal.gradient().requiredOf(energy), rule, true);
    this.name = name;
    this.proposal = proposal;
  }

  /**
   * Returns the kernel.
   *
   * @param energy U
   * @param gradient the gradient that proposals are made from, {@code EXACT} or {@code OWN_TERM}
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   * @param changes X, how many coordinates change in a step, at least 1
   * @throws dev.infill.core.InvalidInputException if the energy does not support the gradient
   */
  public static GibbsWithGradients of(
      Energy energy, GradientKind gradient, BalancingFunction balancing, int changes) {
    return new GibbsWithGradients(
        "gwg",
        energy,
        new GwgProposal(energy.domains(), gradient, balancing, changes),
        Optional.of(AcceptanceRule.REVERSIBLE));
  }

  @Override
  public GibbsWithGradients withAcceptance(AcceptanceRule changed) {
    return new GibbsWithGradients(name, energy, proposal, Optional.of(changed));
  }

  /**
   * Returns the same kernel with continuous intermediates, cGWG (cDLS, App. D): the gradient is
   * taken at θᶜ, a step of size α₀ uphill from θ. Evaluating a state takes a second gradient, and
   * all terms of U.
   *
   * @param form how θᶜ is found
   * @param intermediateStepSize α₀, positive and finite
   * @throws dev.infill.core.InvalidInputException if the energy is not known between states ({@link
   *     Energy#relaxation()}), or has no such gradient there
   */
  public GibbsWithGradients withIntermediates(IntermediateForm form, double intermediateStepSize) {
    Energy changed = new IntermediateEnergy(energy, form, intermediateStepSize);
    return new GibbsWithGradients("cgwg", changed, proposal, rule);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return proposal.draw(energy, chain, random);
  }
}
