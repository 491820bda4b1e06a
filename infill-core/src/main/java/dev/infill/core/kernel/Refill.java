package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A state some of whose coordinates are masked, while these are drawn one after another from the
 * conditionals of what is known.
 *
 * @param state the state
 * @param logProbability the log-probability of what was drawn, in nats
 */
record Refill(State state, double logProbability) {
  /** Draws what is masked, from the j-th coordinate of an order on. */
  CompletableFuture<Refill> filled(
      Energy energy,
      int[] order,
      int j,
      CategoricalDistribution conditional,
      RandomGenerator random,
      Batcher batcher) {
    int drawn = conditional.sample(random);
    Refill more =
        new Refill(state.with(order[j], drawn), logProbability + conditional.logProbability(drawn));
    return j + 1 == order.length
        ? CompletableFuture.completedFuture(more)
        : energy
            .conditional(more.state, order[j + 1], batcher)
            .thenCompose(next -> more.filled(energy, order, j + 1, next, random, batcher));
  }
}
