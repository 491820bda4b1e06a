package dev.infill.core.lab;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SparseVector;

/**
 * A function of one coordinate that is known at the values of a domain only, extended to points
 * between them, and its gradient.
 *
 * <p>A function of one-hot vectors is extended multilinearly, so its gradient is the function's
 * values. A function of numbers is extended by the polynomial through its values.
 */
final class Interpolation {
  private Interpolation() {}

  /**
   * Returns the weights of the values of a domain at a point, so that the extension of a function
   * is Σᵥ weight(v) f(v): the components themselves for categories, Lagrange's polynomials for
   * ordinals.
   *
   * @param domain the domain
   * @param point a point, of length {@link Domain#gradientLength()}
   */
  static double[] weights(Domain domain, SparseVector point) {
    double[] weights = new double[domain.size()];
    for (int v = 0; v < weights.length; v++) {
      weights[v] =
          domain instanceof Ordinal ordinal
              ? lagrange(v, (point.get(0) - ordinal.first()) / ordinal.stride(), weights.length)
              : point.get(v);
    }
    return weights;
  }

  /**
   * Returns the gradient at a point: the function's values for categories; for ordinals the slope
   * of the polynomial.
   *
   * @param domain the domain
   * @param values the function at every value of the domain
   * @param point a point, of length {@link Domain#gradientLength()}
   */
  static double[] gradient(Domain domain, double[] values, SparseVector point) {
    if (domain instanceof Categorical) {
      return values;
    }
    Ordinal ordinal = (Ordinal) domain;
    double at = (point.get(0) - ordinal.first()) / ordinal.stride();
    double slope = 0;
    for (int v = 0; v < values.length; v++) {
      slope += lagrangeSlope(v, at, values.length) * values[v];
    }
    return new double[] {slope / ordinal.stride()};
  }

  /** Returns the Lagrange polynomial of a node, on the nodes 0 … n − 1. */
  private static double lagrange(int node, double at, int nodes) {
    double product = 1;
    for (int other = 0; other < nodes; other++) {
      if (other != node) {
        product *= (at - other) / (node - other);
      }
    }
    return product;
  }

  /** Returns its slope. */
  private static double lagrangeSlope(int node, double at, int nodes) {
    double sum = 0;
    for (int left = 0; left < nodes; left++) {
      if (left != node) {
        double product = 1.0 / (node - left);
        for (int other = 0; other < nodes; other++) {
          if (other != node && other != left) {
            product *= (at - other) / (node - other);
          }
        }
        sum += product;
      }
    }
    return sum;
  }
}
