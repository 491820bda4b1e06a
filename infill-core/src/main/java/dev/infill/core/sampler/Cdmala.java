package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateForm;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * DMALA by way of continuous intermediates between fillings; exact.
 *
 * @param alpha α, the step size, from 1e-9 to 1e9
 * @param adapt the mean acceptance, from 0.01 to 0.99, that α is adapted toward in burn-in; empty
 *     if it is not
 * @param balancing the balancing function g
 * @param gradient the gradient that proposals are informed by: {@code EXACT} or {@code OWN_TERM}
 * @param intermediate how continuous intermediates are found
 * @param alpha0 α₀, the step size of these, from 1e-9 to 1e9
 * @param precondition whether α differs from blank to blank
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record Cdmala(
    double alpha,
    OptionalDouble adapt,
    BalancingFunction balancing,
    GradientKind gradient,
    IntermediateForm intermediate,
    double alpha0,
    Precondition precondition,
    AcceptanceKind acceptance,
    double delta)
    implements Sampler {
  /** Checks the ranges. */
  public Cdmala {
    Settings.ALPHA.require(alpha);
    Settings.ADAPT.require(adapt);
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
    return "As dmala, looking uphill between fillings first; twice the passes.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    DiscreteLangevin kernel = DiscreteLangevin.dmala(target, gradient, balancing, alpha);
    return scales
        .map(kernel::withPreconditioner)
        .orElse(kernel)
        .withIntermediates(intermediate, alpha0)
        .withAcceptance(acceptance.rule(delta));
  }
}
