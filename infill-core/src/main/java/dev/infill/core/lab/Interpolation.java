package dev.infill.core.lab;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;

/**
 * The gradient, in one coordinate, of a function that is known at the values of a domain only.
 *
 * <p>A function of one-hot vectors is extended multilinearly, so its gradient is the function's
 * values. A function of numbers is extended by the polynomial through its values.
 */
final class Interpolation {
  private Interpolation() {}

  /**
   * Returns the gradient at one of the values.
   *
   * @param domain the domain
   * @param values the function at every value of the domain
   * @param at an index into the domain
   */
  static double[] gradient(Domain domain, double[] values, int at) {
    if (domain instanceof Categorical) {
      return values;
    }
    Ordinal ordinal = (Ordinal) domain;
    double slope = 0;
    double ownWeight = 0;
    for (int k = 0; k < values.length; k++) {
      if (k != at) {
        double weight = slopeWeight(k, at, values.length) / ordinal.stride();
        slope += weight * values[k];
        ownWeight -= weight;
      }
    }
    return new double[] {slope + ownWeight * values[at]};
  }

  /**
   * Returns the slope at node {@code at} of the Lagrange polynomial of node k ≠ at, on 0 … n − 1.
   */
  private static double slopeWeight(int k, int at, int nodes) {
    double weight = 1.0 / (k - at);
    for (int other = 0; other < nodes; other++) {
      if (other != k && other != at) {
        weight *= (double) (at - other) / (k - other);
      }
    }
    return weight;
  }
}
