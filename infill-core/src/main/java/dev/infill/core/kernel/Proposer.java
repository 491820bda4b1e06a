package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Proposes moves to chains: where to, how likely there, and how likely back. */
@FunctionalInterface
interface Proposer {
  /**
   * Draws a move.
   *
   * @param chain where the chain is
   * @param random the chain's own stream
   * @param batcher gathers what is asked
   */
  CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher);
}
