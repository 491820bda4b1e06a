package dev.infill.core.kernel;

/** Decides whether a proposed move is made. */
@FunctionalInterface
interface Acceptance {
  /** Every move is made. */
  Acceptance ALWAYS = (energyDifference, logForward, logReverse) -> 0;

  /** Metropolis–Hastings: min(1, exp(U(θ′) − U(θ)) · q(θ|θ′) / q(θ′|θ)) (DLP, eq. 3). */
  Acceptance METROPOLIS_HASTINGS =
      (energyDifference, logForward, logReverse) -> energyDifference + logReverse - logForward;

  /**
   * Returns log r, where min(1, r) is the probability that the move is made.
   *
   * @param energyDifference U(θ′) − U(θ), finite or −∞
   * @param logForward log q(θ′|θ), finite
   * @param logReverse log q(θ|θ′), finite or −∞
   */
  double logRatio(double energyDifference, double logForward, double logReverse);
}
