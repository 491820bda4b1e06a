package dev.infill.evaluation.lab.continuous;

import dev.infill.core.kernel.PersistentUniform;

/** Where a chain on real vectors is, and what its kernel keeps with it. Immutable. */
public final class ContinuousState {
  private final double[] position;
  private final double[] momentum;
  private final PersistentUniform uniform;
  private final double logDensity;
  private final double[] gradient;

  /** Takes the arrays over. */
  private ContinuousState(
      double[] position,
      double[] momentum,
      PersistentUniform uniform,
      double logDensity,
      double[] gradient) {
    this.position = position;
    this.momentum = momentum;
    this.uniform = uniform;
    this.logDensity = logDensity;
    this.gradient = gradient;
  }

  static ContinuousState of(
      Density density, double[] position, double[] momentum, PersistentUniform uniform) {
    double[] copy = position.clone();
    return new ContinuousState(
        copy, momentum, uniform, density.logDensity(copy), density.gradient(copy));
  }

  /** Returns the state of a chain whose gradient is known; takes the arrays over. */
  static ContinuousState of(
      Density density,
      double[] position,
      double[] momentum,
      PersistentUniform uniform,
      double[] gradient) {
    return new ContinuousState(position, momentum, uniform, density.logDensity(position), gradient);
  }

  ContinuousState withMomentum(double[] changed) {
    return new ContinuousState(position, changed, uniform, logDensity, gradient);
  }

  ContinuousState with(PersistentUniform changed) {
    return new ContinuousState(position, momentum, changed, logDensity, gradient);
  }

  /** Returns x, a copy. */
  public double[] position() {
    return position.clone();
  }

  /** Returns p, a copy. */
  public double[] momentum() {
    return momentum.clone();
  }

  /** Returns the uniform number of the last decision, as it is afterwards. */
  public PersistentUniform uniform() {
    return uniform;
  }

  /** Returns log π(x), up to a constant, in nats. */
  public double logDensity() {
    return logDensity;
  }

  /** Returns the gradient at x, not to be changed. */
  double[] gradient() {
    return gradient;
  }
}
