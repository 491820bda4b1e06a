package dev.infill.core.twoway;

import dev.infill.core.energy.State;

/**
 * A filling and the parts of its probability, in nats.
 *
 * @param state θ
 * @param forward L→(θ), at most 0
 * @param backward L←(θ), at most 0
 * @param added V(θ); 0 if nothing is added
 * @param logProposal log q(θ), q = ½ q→ + ½ q← being the probability of a draw
 */
public record ScoredFilling(
    State state, double forward, double backward, double added, double logProposal) {
  /** Returns M(θ) = ½ L→ + ½ L←, in nats, at most 0. */
  public double twoWay() {
    return (forward + backward) / 2;
  }

  /** Returns M(θ) + V(θ), the order of fillings, in nats. */
  public double total() {
    return twoWay() + added;
  }
}
