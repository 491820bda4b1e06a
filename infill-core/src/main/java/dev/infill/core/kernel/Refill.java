package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Masks a block of coordinates σ₁ … σ_k, all blocks in all orders being equally likely, draws them
 * again one after another from the conditionals of what is known, and accepts by
 *
 * <p>log r = U(θ′) − U(θ) + Σⱼ [log f(θ_σⱼ | rest, θ_σ₁ … θ_σⱼ₋₁) − log f(θ′_σⱼ | rest, θ′_σ₁ …
 * θ′_σⱼ₋₁)].
 *
 * <p>The way back refills the same block in the same order. Every second step, at random, moves one
 * coordinate alone, as {@link MetropolisGibbs} does. It leaves π(θ) ∝ exp(U(θ)) invariant whatever
 * the conditionals are.
 *
 * <p>A block of k costs 2k − 1 conditionals, and one evaluation without gradient where θ′ ≠ θ;
 * fewer terms of it where they are enough to refuse the move ({@link EarlyRejection}).
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "refill".
 */
public final class Refill extends MetropolisHastings {
  private final int block;

  private Refill(Energy energy, int block, Optional<AcceptanceRule> rule) {
    super(energy, GradientKind.NONE, rule, true);
    this.block = block;
  }

  /**
   * Returns the kernel.
   *
   * @param energy U, and conditionals that read masked coordinates
   * @param block k, from 1 to m
   * @throws IllegalArgumentException if the block is not so, or the energy has no such conditionals
   */
  public static Refill of(Energy energy, int block) {
    if (block < 1 || block > energy.domains().size()) {
      throw new IllegalArgumentException(
          "a block of " + block + " of " + energy.domains().size() + " coordinates");
    }
    if (!energy.readsMasked()) {
      throw new IllegalArgumentException("an energy whose conditionals read no masks");
    }
    return new Refill(energy, block, Optional.of(AcceptanceRule.REVERSIBLE));
  }

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
    List<CompletableFuture<Refilled>> drawn =
        Stream.generate(() -> new SplittableRandom(random.nextLong()))
            .limit(tries)
            .map(own -> refilled(energy, masked, Scan.drawn(size, size, own), own, batcher))
            .toList();
    if (tries == 1) {
      return drawn.get(0).thenApply(Refilled::state);
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

  @Override
  public Refill withAcceptance(AcceptanceRule changed) {
    return new Refill(energy, block, replacedBy(changed));
  }

  @Override
  public String name() {
    return "refill";
  }

  @Override
  CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    State from = chain.state();
    int size = block > 1 && random.nextBoolean() ? block : 1;
    int[] order = Scan.RANDOM.block(chain, size, random);
    State masked = from;
    for (int i : order) {
      masked = masked.with(i, Energy.MASKED);
    }
    List<CompletableFuture<CategoricalDistribution>> back = new ArrayList<>();
    State known = masked;
    for (int i : order) {
      back.add(energy.conditional(known, i, batcher));
      known = known.with(i, from.get(i));
    }
    State rest = masked;
    return Batcher.all(back)
        .thenCompose(
            conditionals -> {
              double logReverse = 0;
              for (int j = 0; j < order.length; j++) {
                logReverse += conditionals.get(j).logProbability(from.get(order[j]));
              }
              double way = logReverse;
              return new Refilled(rest, 0)
                  .filled(energy, order, 0, conditionals.get(0), random, batcher)
                  .thenApply(refilled -> proposed(chain, order, refilled, way));
            });
  }

  private ProposedMove proposed(
      ChainState chain, int[] order, Refilled refilled, double logReverse) {
    State to = refilled.state();
    return new ProposedMove(
        chain,
        new Move(chain.state(), to, Arrays.stream(order).boxed().toList()),
        refilled.logProbability(),
        (2 * order.length - 1) * energy.passesPerConditional(),
        batcher ->
            energy
                .evaluate(to, GradientKind.NONE, batcher)
                .thenApply(there -> new Arrival(chain.movedTo(to, there), logReverse)),
        () -> ReverseDensity.of(logReverse));
  }

  /** Draws what is masked in an order. */
  private static CompletableFuture<Refilled> refilled(
      Energy energy, State masked, int[] order, RandomGenerator random, Batcher batcher) {
    return energy
        .conditional(masked, order[0], batcher)
        .thenCompose(
            first -> new Refilled(masked, 0).filled(energy, order, 0, first, random, batcher));
  }

  /** A state some of whose coordinates are masked, and how likely those of the block are. */
  private record Refilled(State state, double logProbability) {
    /** Draws what is masked, from the j-th coordinate of the block on. */
    CompletableFuture<Refilled> filled(
        Energy energy,
        int[] order,
        int j,
        CategoricalDistribution conditional,
        RandomGenerator random,
        Batcher batcher) {
      int drawn = conditional.sample(random);
      Refilled more =
          new Refilled(
              state.with(order[j], drawn), logProbability + conditional.logProbability(drawn));
      return j + 1 == order.length
          ? CompletableFuture.completedFuture(more)
          : energy
              .conditional(more.state, order[j + 1], batcher)
              .thenCompose(next -> more.filled(energy, order, j + 1, next, random, batcher));
    }
  }
}
