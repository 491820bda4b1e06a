package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Optional;

/**
 * Gibbs with gradients: one blank a step, chosen by the gradient; exact.
 *
 * @param balancing the balancing function g
 * @param gradient the gradient that proposals are informed by: {@code EXACT} or {@code OWN_TERM}
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record Gwg(
    BalancingFunction balancing, GradientKind gradient, AcceptanceKind acceptance, double delta)
    implements Sampler {
  /** Checks the ranges. */
  public Gwg {
    Settings.GRADIENT.require(gradient);
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "One blank a step, chosen by the gradient, corrected.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    return GibbsWithGradients.of(target, gradient, balancing, 1)
        .withAcceptance(acceptance.rule(delta));
  }
}
