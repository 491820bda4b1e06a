package dev.infill.core.kernel;

import java.util.Optional;

/**
 * The way back of a move θ → θ′, when all is known of θ′.
 *
 * @param logProbability log q(θ|θ′), in nats, finite or −∞
 * @param proposals q(·|θ′), where a chain that goes there keeps it
 */
record WayBack(double logProbability, Optional<ProposalDistribution> proposals) {
  /**
   * Returns a way back.
   *
   * @param there q(·|θ′)
   * @param back the move back, from θ′ to θ
   */
  static WayBack of(ProposalDistribution there, Move back) {
    return new WayBack(there.logProbability(back), Optional.of(there));
  }
}
