package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.SmoothEnergy;
import java.util.List;

/**
 * An energy whose slopes make DMALA propose what cDMALA would without its projection (cDLS, App.
 * C). With θᶜ = θ + α₀/2 ∇U(θ), wherever that is, exp(½ ∇U(θᶜ)ᵀ(θ′ − θᶜ) − ‖θ′ − θᶜ‖²/(2α)) is, but
 * for a constant, what DLP makes of the slopes ∇U(θᶜ) + α₀/α ∇U(θ). In general these are the
 * gradient of no function; U is that of the energy, so that the acceptance leaves its π invariant.
 *
 * @param energy has the formula
 * @param stepSize α, that of the sampler
 * @param intermediate α₀
 */
public record UnprojectedEnergy(SmoothEnergy energy, double stepSize, double intermediate)
    implements SmoothEnergy {
  @Override
  public List<Domain> domains() {
    return energy.domains();
  }

  @Override
  public double energyAt(double[] values) {
    return energy.energyAt(values);
  }

  @Override
  public double[] slopesAt(double[] values) {
    double[] slopes = energy.slopesAt(values);
    double[] between = values.clone();
    for (int i = 0; i < between.length; i++) {
      between[i] += intermediate / 2 * slopes[i];
    }
    double[] sum = energy.slopesAt(between);
    for (int i = 0; i < sum.length; i++) {
      sum[i] += intermediate / stepSize * slopes[i];
    }
    return sum;
  }

  /** The slopes are taken twice. */
  @Override
  public int passesPerEvaluation() {
    return 2 * energy.passesPerEvaluation();
  }
}
