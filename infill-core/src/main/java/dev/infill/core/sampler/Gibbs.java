package dev.infill.core.sampler;

import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import java.util.Optional;

/** Pseudo-Gibbs: one blank a step from its masked conditional, the blanks in turn; approximate. */
public record Gibbs() implements Sampler {

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public String summary() {
    return "One blank a step; simple, and not quite any distribution.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    // In turn rather than at random: in a short run every blank has changed equally often.
    return PseudoGibbs.of(target, Scan.SYSTEMATIC);
  }
}
