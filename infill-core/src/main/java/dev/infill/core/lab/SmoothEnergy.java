package dev.infill.core.lab;

import dev.infill.core.energy.Energy;

/** An energy on numbers whose formula extends to all of ℝ^m. */
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
}
