package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateForm;
import java.util.Optional;

/**
 * Gibbs with gradients taken at continuous intermediates; exact.
 *
 * @param balancing the balancing function g
 * @param gradient the gradient that proposals are informed by: {@code EXACT} or {@code OWN_TERM}
 * @param intermediate how continuous intermediates are found
 * @param alpha0 α₀, the step size of these, from 1e-9 to 1e9
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record Cgwg(
    BalancingFunction balancing,
    GradientKind gradient,
    IntermediateForm intermediate,
    double alpha0,
    AcceptanceKind acceptance,
    double delta)
    implements Sampler {
  /** Checks the ranges. */
  public Cgwg {
    Settings.GRADIENT.require(gradient);
    Settings.ALPHA0.require(alpha0);
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "As gwg, looking uphill between fillings first; twice the passes.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    return GibbsWithGradients.of(target, gradient, balancing, 1)
        .withIntermediates(intermediate, alpha0)
        .withAcceptance(acceptance.rule(delta));
  }
}
