package dev.infill.core.energy;

import java.util.List;

/**
 * What was drawn at a state θ.
 *
 * @param evaluation U(θ) and log f of each coordinate, without gradient
 * @param draws the drawn states, independent of each other given θ
 * @param logProbabilityOfGiven log q(given|θ), in nats; −∞ if it is never drawn
 */
public record DrawnProposals(
    Evaluation evaluation, List<Draw> draws, double logProbabilityOfGiven) {
  /** Copies the list. */
  public DrawnProposals {
    draws = List.copyOf(draws);
  }

  /**
   * A drawn state.
   *
   * @param state θ′
   * @param logProbability log q(θ′|θ), in nats, finite
   */
  public record Draw(State state, double logProbability) {}
}
