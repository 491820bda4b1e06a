package dev.infill.core.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A move θ → θ′ that was proposed to a chain.
 *
 * @param current the chain, with U(θ)
 * @param move the move
 * @param logForward log q(θ′|θ), in nats, finite
 * @param passes the model passes that it cost to propose the move
 * @param back tells the way back to θ, given the chain at θ′ with U(θ′), which is finite
 * @param unknown the way back before anything is known of θ′, for proposals made of own terms
 */
record ProposedMove(
    ChainState current,
    Move move,
    double logForward,
    int passes,
    Function<ChainState, CompletableFuture<Arrival>> back,
    Supplier<ReverseDensity> unknown) {
  /**
   * The chain at θ′, and the way back.
   *
   * @param next the chain, if it is moved there
   * @param logReverse log q(θ|θ′), in nats, finite or −∞; any number where U(θ′) = −∞
   * @param passes the model passes that this cost
   */
  record Arrival(ChainState next, double logReverse, int passes) {}
}
