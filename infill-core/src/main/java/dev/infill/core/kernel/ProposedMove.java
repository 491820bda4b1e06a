package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntToDoubleFunction;

/** A move θ → θ′ that was proposed to a chain: all that it takes to decide on it. */
interface ProposedMove {
  /** Returns where the chain is, with U(θ). */
  ChainState current();

  /** Returns the move. */
  Move move();

  /** Returns log q(θ′|θ), in nats, finite. */
  double logForward();

  /** Returns how many model passes it cost to propose the move. */
  int passes();

  /** Asks for all that decides of θ′. */
  CompletableFuture<Arrival> arrival(Batcher batcher);

  /** Returns how well each coordinate is expected to fit its context at θ′; greater is better. */
  IntToDoubleFunction fit();

  /** Returns the way back before anything is known of θ′, for proposals made from own terms. */
  ReverseDensity unknownBack();

  /**
   * What is known of θ′.
   *
   * @param next the chain, if it is moved there
   * @param logReverse log q(θ|θ′), in nats, finite or −∞; any number where U(θ′) = −∞
   */
  record Arrival(ChainState next, double logReverse) {}
}
