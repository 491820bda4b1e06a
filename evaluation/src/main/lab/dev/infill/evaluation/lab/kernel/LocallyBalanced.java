package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Transition;
import dev.infill.core.proposal.BalancingFunction;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The locally balanced sampler LB-1 (Zanella 2020; Zhang, Liu &amp; Liu 2022, eq. 4): one
 * coordinate a step, chosen together with its new value by the exact change of U, q(i, v|θ) ∝
 * g(exp(U(θ with i → v) − U(θ))) over all i and v ≠ θᵢ, and accepted by Metropolis–Hastings. It
 * leaves π(θ) ∝ exp(U(θ)) invariant. {@link GibbsWithGradients} is the same with first-order
 * differences.
 *
 * <p>One step evaluates U at θ′ and at all states that differ from θ′ in one coordinate, Σ (|Θᵢ| −
 * 1) of them, so it is for small domains. Numbers are treated as categories.
 *
 * @param kernel Gibbs-with-gradients of the energy whose gradient is those changes
 */
public record LocallyBalanced(GibbsWithGradients kernel) implements Kernel {
  /**
   * Returns the kernel.
   *
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   */
  public static LocallyBalanced of(BalancingFunction balancing) {
    return new LocallyBalanced(GibbsWithGradients.of(GradientKind.EXACT, balancing, 1));
  }

  private static Target of(Target target) {
    return target.with(new NeighbourEnergy(target.energy()));
  }

  @Override
  public String name() {
    return "lb";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    return kernel.start(of(target), state);
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    return kernel.step(of(target), chain, random);
  }
}
