package dev.infill.evaluation.lab.continuous;

/** An unnormalised density on ℝ^d, with the gradient that proposals are made from. */
public interface Density {
  /** Returns d, at least 1. */
  int dimension();

  /**
   * Returns log π(x), up to a constant, in nats.
   *
   * @param position x, of length d
   */
  double logDensity(double[] position);

  /**
   * Returns ∇ log π(x), or another function of x that proposals are to follow in its place; kernels
   * are exact either way.
   *
   * @param position x, of length d
   * @return a vector of length d
   */
  double[] gradient(double[] position);
}
