package dev.infill.core.kernel;

/**
 * The way back of a move θ → θ′, when all is known of θ′. q(·|θ′) itself is not kept: it weighs
 * twice as much as a gradient, and a chain that goes there builds it when it is its turn.
 *
 * @param logProbability log q(θ|θ′), in nats, finite or −∞
 */
record ReverseProposal(double logProbability) {
  /**
   * Returns a way back.
   *
   * @param there q(·|θ′)
   * @param back the move back, from θ′ to θ
   */
  static ReverseProposal of(ProposalDistribution there, Move back) {
    return new ReverseProposal(there.logProbability(back));
  }
}
