package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.proposal.BalancingFunction;

/**
 * The locally balanced sampler LB-1 (Zanella 2020; Zhang, Liu &amp; Liu 2022, eq. 4): one
 * coordinate a step, chosen together with its new value by the exact change of U, q(i, v|θ) ∝
 * g(exp(U(θ with i → v) − U(θ))) over all i and v ≠ θᵢ, and accepted by Metropolis–Hastings. It
 * leaves π(θ) ∝ exp(U(θ)) invariant. {@link GibbsWithGradients} is the same with first-order
 * differences.
 *
 * <p>One step evaluates U at θ′ and at all states that differ from θ′ in one coordinate, Σ (|Θᵢ| −
 * 1) of them, so it is for small domains. Numbers are treated as categories.
 */
public final class LocallyBalanced {
  private LocallyBalanced() {}

  /**
   * Returns the kernel.
   *
   * @param energy U
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   */
  public static GibbsWithGradients of(Energy energy, BalancingFunction balancing) {
    return GibbsWithGradients.of(new NeighbourEnergy(energy), GradientKind.EXACT, balancing, 1);
  }
}
