package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.InGraphLangevin;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Discrete Metropolis-adjusted Langevin: all blanks move at once; exact.
 *
 * @param alpha α, the step size, from 1e-9 to 1e9
 * @param adapt the mean acceptance, from 0.01 to 0.99, that α is adapted toward in burn-in; empty
 *     if it is not
 * @param balancing the balancing function g
 * @param gradient the gradient that proposals are informed by: {@code EXACT} or {@code OWN_TERM}
 * @param precondition whether α differs from blank to blank
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record Dmala(
    double alpha,
    OptionalDouble adapt,
    BalancingFunction balancing,
    GradientKind gradient,
    Precondition precondition,
    AcceptanceKind acceptance,
    double delta)
    implements Sampler {
  /** Checks the ranges. */
  public Dmala {
    Settings.ALPHA.require(alpha);
    Settings.ADAPT.require(adapt);
    Settings.GRADIENT.require(gradient);
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "All blanks at once, corrected: samples what it says.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    Optional<LangevinDraws> draws = canBeDrawn() ? target.langevinDraws() : Optional.empty();
    if (draws.isPresent()) {
      return InGraphLangevin.dmala(target, draws.get(), (BalancingFunction.Power) balancing, alpha)
          .withAcceptance(acceptance.rule(delta));
    }
    DiscreteLangevin kernel = DiscreteLangevin.dmala(target, gradient, balancing, alpha);
    return scales
        .map(kernel::withPreconditioner)
        .orElse(kernel)
        .withAcceptance(acceptance.rule(delta));
  }

  @Override
  public boolean canBeDrawn() {
    return gradient == GradientKind.OWN_TERM
        && balancing instanceof BalancingFunction.Power
        && precondition == Precondition.NONE;
  }
}
