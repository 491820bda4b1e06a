package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.Relaxation;
import java.util.Optional;

/**
 * An energy on numbers ({@link Ordinal} domains) whose formula extends to all of ℝ^m: that is its
 * {@link Relaxation}.
 */
public interface SmoothEnergy extends Energy {
  /**
   * Returns U(x), in nats.
   *
   * @param values x, of length m
   */
  double energyAt(double[] values);

  /**
   * Returns ∇U(x), of length m.
   *
   * @param values x, of length m
   */
  double[] slopesAt(double[] values);

  /** Returns the extension by {@link #slopesAt}; a gradient counts as one pass. */
  @Override
  default Optional<Relaxation> relaxation() {
    return Optional.of(
        ClosedFormRelaxation.of(
            point ->
                NumbersEnergy.columns(
                    slopesAt(point.coordinates().stream().mapToDouble(x -> x.get(0)).toArray()))));
  }
}
