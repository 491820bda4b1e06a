package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.Scan;
import java.util.Optional;

/**
 * The proposal of {@link Gibbs} corrected by Metropolis–Hastings; exact.
 *
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record GibbsMh(AcceptanceKind acceptance, double delta) implements Sampler {
  /** Checks the range. */
  public GibbsMh {
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "One blank a step from its own distribution, corrected.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    return MetropolisGibbs.of(target, Scan.SYSTEMATIC).withAcceptance(acceptance.rule(delta));
  }
}
