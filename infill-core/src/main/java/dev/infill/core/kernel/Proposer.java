package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.State;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Proposes moves to chains: where to, how likely there, and how likely back. */
interface Proposer {
  /**
   * Asks for what a chain keeps before its first step.
   *
   * @param state where it starts
   * @param batcher gathers what is asked
   */
  CompletableFuture<ChainState> start(State state, Batcher batcher);

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
