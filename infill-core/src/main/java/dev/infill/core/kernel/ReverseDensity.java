package dev.infill.core.kernel;

import dev.infill.core.energy.Conditional;

/** How likely a move's way back is, as far as the conditionals at its destination θ′ are known. */
interface ReverseDensity {
  /**
   * Takes note of a conditional at θ′.
   *
   * @param coordinate i
   * @param conditional hᵢ(· | θ′_\i)
   */
  void learn(int coordinate, Conditional conditional);

  /**
   * Returns what log q(θ|θ′) and those terms of U(θ′) that are not known yet, less their own upper
   * bound, cannot exceed together, whatever they turn out to be, in nats; log q(θ|θ′) itself once
   * all are known.
   */
  double logUpperBound();

  /**
   * Returns one that is known already.
   *
   * @param logProbability log q(θ|θ′), in nats
   */
  static ReverseDensity of(double logProbability) {
    return new ReverseDensity() {
      @Override
      public void learn(int coordinate, Conditional conditional) {}

      @Override
      public double logUpperBound() {
        return logProbability;
      }
    };
  }
}
