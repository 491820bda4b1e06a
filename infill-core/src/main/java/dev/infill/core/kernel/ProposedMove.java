package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A move θ → θ′ that was proposed to a chain: all that it takes to decide on it.
 *
 * @param current where the chain is, with U(θ)
 * @param move the move
 * @param logForward log q(θ′|θ), in nats, finite
 * @param passes how many model passes it cost to propose the move
 * @param arrival asks for all that decides of θ′
 * @param back the way back before anything is known of θ′, for proposals made from own terms
 */
record ProposedMove(
    ChainState current,
    Move move,
    double logForward,
    int passes,
    Function<Batcher, CompletableFuture<Arrival>> arrival,
    Supplier<ReverseDensity> back) {
  /**
   * What is known of θ′.
   *
   * @param next the chain, if it is moved there
   * @param logReverse log q(θ|θ′), in nats, finite or −∞; any number where U(θ′) = −∞
   */
  record Arrival(ChainState next, double logReverse) {}
}
