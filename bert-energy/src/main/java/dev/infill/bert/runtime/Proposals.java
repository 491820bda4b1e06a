package dev.infill.bert.runtime;

import java.nio.FloatBuffer;

/**
 * K tokens drawn at each of R = N·P positions, and what a Metropolis–Hastings step needs of them.
 *
 * @param drawn R × K ids of the drawn tokens
 * @param logDrawn R × K logarithms of their probabilities q
 * @param logGiven R logarithms of q of the given tokens
 * @param logCurrent R logarithms of f of the current tokens
 * @param draws K
 */
public record Proposals(
    FloatBuffer drawn,
    FloatBuffer logDrawn,
    FloatBuffer logGiven,
    FloatBuffer logCurrent,
    int draws) {
  /**
   * Returns a drawn token's id.
   *
   * @param row the position, sequence · P + position
   * @param draw from 0 to below K
   */
  public int token(int row, int draw) {
    return (int) drawn.get(row * draws + draw);
  }

  /**
   * Returns log q of a drawn token, in nats.
   *
   * @param row the position, sequence · P + position
   * @param draw from 0 to below K
   */
  public double logProbability(int row, int draw) {
    return logDrawn.get(row * draws + draw);
  }

  /**
   * Returns log q of the given token, in nats; −∞ if it is not allowed.
   *
   * @param row the position, sequence · P + position
   */
  public double logProbabilityOfGiven(int row) {
    return logGiven.get(row);
  }

  /**
   * Returns log f of the current token, what it adds to a pseudo-log-likelihood, in nats.
   *
   * @param row the position, sequence · P + position
   */
  public double currentTerm(int row) {
    // At most 0 in exact arithmetic; float32 can exceed it by a rounding where f is almost 1.
    return Math.min(0, logCurrent.get(row));
  }
}
