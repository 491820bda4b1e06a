package dev.infill.core.sampler;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.LocallyBalanced;
import dev.infill.core.kernel.enumeration.HammingBall;
import dev.infill.core.proposal.BalancingFunction;
import java.util.List;
import java.util.Optional;

/**
 * Locally balanced: one blank a step, chosen by what each change of one blank does to U; exact.
 *
 * @param balancing the balancing function g
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record Lb(BalancingFunction balancing, AcceptanceKind acceptance, double delta)
    implements Sampler {
  /** Checks the ranges. */
  public Lb {
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "One blank a step, weighing every change by U: for few allowed words.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    return LocallyBalanced.of(target, balancing).withAcceptance(acceptance.rule(delta));
  }

  @Override
  public double fillingsPerStep(List<Domain> domains) {
    return HammingBall.largest(domains, domains.size(), 1);
  }
}
