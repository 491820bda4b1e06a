package dev.infill.core.kernel;

import dev.infill.core.energy.Conditional;

/** log q(θ|θ′) of a move's way back, while the conditionals at θ′ become known one by one. */
interface ReverseDensity {
  /**
   * Takes note of a conditional at θ′.
   *
   * @param coordinate i
   * @param conditional hᵢ(· | θ′_\i)
   */
  void learn(int coordinate, Conditional conditional);

  /**
   * Returns an upper bound, in nats, of log q(θ|θ′) plus the unknown terms of U(θ′) less their own
   * upper bounds. It is log q(θ|θ′) itself once all conditionals are known.
   */
  double logUpperBound();

  /**
   * Returns a way back that is known already.
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
