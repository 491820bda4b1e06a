package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Optional;

/**
 * Gibbs with gradients: one or few blanks a step, chosen by the gradient; exact.
 *
 * @param balancing the balancing function g
 * @param gradient the gradient that proposals are informed by: {@code EXACT} or {@code OWN_TERM}
 * @param gwgBlanks how many blanks a step changes, from 1 to 1,000,000; all that can change where a
 *     text has fewer
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record Gwg(
    BalancingFunction balancing,
    GradientKind gradient,
    int gwgBlanks,
    AcceptanceKind acceptance,
    double delta)
    implements Sampler {
  /** Checks the ranges. */
  public Gwg {
    Settings.GRADIENT.require(gradient);
    Settings.GWG_BLANKS.require(gwgBlanks);
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "Few blanks a step, chosen by the gradient, corrected.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    return GibbsWithGradients.of(target, gradient, balancing, gwgBlanks)
        .withAcceptance(acceptance.rule(delta));
  }
}
