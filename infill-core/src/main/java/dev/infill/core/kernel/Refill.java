package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A state some of whose coordinates are masked, while these are drawn one after another from the
 * conditionals of what is known.
 *
 * @param state the state
 * @param logProbability the log-probability of what was drawn, in nats
 */
public record Refill(State state, double logProbability) {
  /**
   * Draws a state without a chain: all coordinates one after another from the conditionals of what
   * is known by then, in a random order. Of several such states one is chosen, with a probability
   * proportional to exp(U(θ))/q(θ), q being that of the draw in its order: importance resampling
   * (Rubin 1987), which comes the nearer to π the more there are.
   *
   * @param energy U, and conditionals that read masked coordinates
   * @param tries how many states are drawn, at least 1
   * @param random draws
   * @param batcher gathers what is asked
   */
  public static CompletableFuture<State> draw(
      Energy energy, int tries, RandomGenerator random, Batcher batcher) {
    int size = energy.domains().size();
    State masked = State.of(IntStream.range(0, size).map(i -> Energy.MASKED).toArray());
    // Each has numbers of its own: which answer comes first depends on what is remembered.
    List<CompletableFuture<Refill>> drawn =
        Stream.generate(() -> new SplittableRandom(random.nextLong()))
            .limit(tries)
            .map(own -> refilled(energy, masked, Scan.drawn(size, size, own), own, batcher))
            .toList();
    if (tries == 1) {
      return drawn.get(0).thenApply(Refill::state);
    }
    return Batcher.all(drawn)
        .thenCompose(
            states ->
                Batcher.all(
                        states.stream()
                            .map(one -> energy.evaluate(one.state, GradientKind.NONE, batcher))
                            .toList())
                    .thenApply(
                        evaluations -> {
                          double[] logWeights = new double[tries];
                          for (int k = 0; k < tries; k++) {
                            logWeights[k] =
                                evaluations.get(k).energy() - states.get(k).logProbability;
                          }
                          int chosen =
                              CategoricalDistribution.ofLogWeights(logWeights).sample(random);
                          return states.get(chosen).state;
                        }));
  }

  /**
   * Returns how many model passes {@link #draw} asks for.
   *
   * @param energy U
   * @param tries how many states are drawn
   */
  public static int passesToDraw(Energy energy, int tries) {
    int drawn = energy.domains().size() * energy.passesPerConditional();
    return tries * (tries == 1 ? drawn : drawn + energy.passesPerEvaluation());
  }

  /** Draws what is masked in an order. */
  private static CompletableFuture<Refill> refilled(
      Energy energy, State masked, int[] order, RandomGenerator random, Batcher batcher) {
    return energy
        .conditional(masked, order[0], batcher)
        .thenCompose(
            first -> new Refill(masked, 0).filled(energy, order, 0, first, random, batcher));
  }

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
