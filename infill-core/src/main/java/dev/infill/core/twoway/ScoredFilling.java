package dev.infill.core.twoway;

import dev.infill.core.energy.State;

/**
 * A filling and all that its probability is made of, in nats.
 *
 * @param state θ
 * @param forward L→(θ), at most 0
 * @param backward L←(θ), at most 0
 * @param added V(θ); 0 where nothing is added
 * @param logProposal log q(θ), the probability that it is drawn: ½ of each direction's
 */
public record ScoredFilling(
    State state, double forward, double backward, double added, double logProposal) {
  /** Returns M(θ) = ½ L→ + ½ L←, in nats, at most 0. */
  public double twoWay() {
    return (forward + backward) / 2;
  }

  /** Returns M(θ) + V(θ), which fillings are ordered by, in nats. */
  public double total() {
    return twoWay() + added;
  }
}
