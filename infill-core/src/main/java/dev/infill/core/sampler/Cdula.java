package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateForm;
import java.util.Optional;

/**
 * DULA by way of continuous intermediates; approximate.
 *
 * @param alpha α, the step size, from 1e-9 to 1e9
 * @param balancing the balancing function g
 * @param gradient the gradient that proposals are informed by: {@code EXACT} or {@code OWN_TERM}
 * @param intermediate how continuous intermediates are found
 * @param alpha0 α₀, the step size of these, from 1e-9 to 1e9
 * @param precondition whether α differs from blank to blank
 */
public record Cdula(
    double alpha,
    BalancingFunction balancing,
    GradientKind gradient,
    IntermediateForm intermediate,
    double alpha0,
    Precondition precondition)
    implements Sampler {
  /** Checks the ranges. */
  public Cdula {
    Settings.ALPHA.require(alpha);
    Settings.GRADIENT.require(gradient);
    Settings.ALPHA0.require(alpha0);
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public String summary() {
    return "As dula, looking uphill between fillings first.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    DiscreteLangevin kernel = DiscreteLangevin.dula(target, gradient, balancing, alpha);
    return scales
        .map(kernel::withPreconditioner)
        .orElse(kernel)
        .withIntermediates(intermediate, alpha0);
  }
}
