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
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Metropolis-corrected pseudo-Gibbs ({@code gibbs-mh}): one coordinate a step, proposed from the
 * energy's conditional fᵢ(· | θ_\i) and accepted with probability min(1, exp(U(θ′) − U(θ)) · fᵢ(θᵢ
 * | θ_\i) / fᵢ(θ′ᵢ | θ_\i)). The way there and the way back draw from the same conditional, as θ_\i
 * does not change.
 *
 * <p>A step may also change a block of coordinates σ₁ … σ_k, which is chosen, with its order,
 * whatever the state is. It is masked and drawn again one after another, each from the conditional
 * given what is known by then, and accepted by
 *
 * <p>log r = U(θ′) − U(θ) + Σⱼ [log f(θ_σⱼ | rest, θ_σ₁ … θ_σⱼ₋₁) − log f(θ′_σⱼ | rest, θ′_σ₁ …
 * θ′_σⱼ₋₁)].
 *
 * <p>The way back draws the same block in the same order. So each step leaves π(θ) ∝ exp(U(θ))
 * invariant whatever the conditionals are (with a random scan it is reversible as well); it reaches
 * all of π if f is positive wherever π is.
 *
 * <p>With probability ½, whatever the state is, the first coordinate of a block is drawn from √f,
 * normalised, in place of f, there and back: words that confirm each other are mostly unlikely
 * beside a mask.
 *
 * <p>Coordinates that are {@linkplain Energy#isBoundToPrevious bound} to each other are in a block
 * together, from the first to the last.
 *
 * <p>A block of k costs 2k − 1 conditionals, and one evaluation without gradient where θ′ ≠ θ;
 * fewer terms of it where they are enough to refuse the move ({@link EarlyRejection}). A move to
 * U(θ′) = −∞ is never accepted.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "gibbs-mh and
 * gibbs".
 */
public final class MetropolisGibbs extends MetropolisHastings {
  private static final String NO_MASKS = "an energy whose conditionals read no masks";

  /** Which coordinates a step changes, in which order. */
  private final BiFunction<ChainState, RandomGenerator, int[]> blocks;

  private MetropolisGibbs(
      Energy energy,
      BiFunction<ChainState, RandomGenerator, int[]> blocks,
      Optional<AcceptanceRule> rule) {
    super(energy, GradientKind.NONE, rule, true);
    this.blocks = blocks;
  }

  private static MetropolisGibbs of(
      Energy energy, BiFunction<ChainState, RandomGenerator, int[]> blocks) {
    return new MetropolisGibbs(
        energy, whole(energy, blocks), Optional.of(AcceptanceRule.REVERSIBLE));
  }

  /** With each coordinate all that it is {@linkplain Energy#isBoundToPrevious bound} to. */
  private static BiFunction<ChainState, RandomGenerator, int[]> whole(
      Energy energy, BiFunction<ChainState, RandomGenerator, int[]> blocks) {
    int size = energy.domains().size();
    int[][] bound = new int[size][];
    for (int from = 0, to; from < size; from = to) {
      to = from + 1;
      while (to < size && energy.isBoundToPrevious(to)) {
        to++;
      }
      Arrays.fill(bound, from, to, IntStream.range(from, to).toArray());
    }
    if (Arrays.stream(bound).allMatch(alone -> alone.length == 1)) {
      return blocks;
    }
    if (!energy.readsMasked()) {
      throw new IllegalArgumentException(NO_MASKS);
    }
    return (chain, random) ->
        Arrays.stream(blocks.apply(chain, random))
            .flatMap(i -> Arrays.stream(bound[i]))
            .distinct()
            .toArray();
  }

  /**
   * Returns the kernel that changes one coordinate a step, with those that it is bound to.
   *
   * @param energy U, and the conditionals that moves are proposed from
   * @param scan in which order the coordinates are visited
   */
  public static MetropolisGibbs of(Energy energy, Scan scan) {
    return of(energy, (chain, random) -> new int[] {scan.next(chain, random)});
  }

  /**
   * Returns the kernel in which a coordinate that stands {@linkplain Energy#isBesidePrevious
   * beside} another one moves, in every second of its steps at random, together with it. Where none
   * does, or conditionals read no masks, it is that of one coordinate a step.
   *
   * @param energy U, and the conditionals that moves are proposed from
   * @param scan in which order the coordinates are visited
   */
  public static MetropolisGibbs ofNeighbours(Energy energy, Scan scan) {
    if (!energy.readsMasked()) {
      return of(energy, scan);
    }
    int size = energy.domains().size();
    return of(
        energy,
        (chain, random) -> {
          int i = scan.next(chain, random);
          int[] others =
              IntStream.of(i - 1, i + 1)
                  .filter(j -> j >= 0 && j < size && energy.isBesidePrevious(Math.max(i, j)))
                  .toArray();
          if (others.length == 0 || random.nextBoolean()) {
            return new int[] {i};
          }
          int j = others[random.nextInt(others.length)];
          return random.nextBoolean() ? new int[] {i, j} : new int[] {j, i};
        });
  }

  /**
   * Returns the kernel in which every second step, at random, changes a block, all blocks in all
   * orders being equally likely.
   *
   * @param energy U, and conditionals that read masked coordinates if k &gt; 1, or if coordinates
   *     are bound
   * @param scan in which order the coordinates are visited that change alone
   * @param block k, from 1 to m
   * @throws IllegalArgumentException if the block is not so, or the energy has no such conditionals
   */
  public static MetropolisGibbs ofBlocks(Energy energy, Scan scan, int block) {
    int size = energy.domains().size();
    if (block < 1 || block > size) {
      throw new IllegalArgumentException("a block of " + block + " of " + size + " coordinates");
    }
    if (block == 1) {
      return of(energy, scan);
    }
    if (!energy.readsMasked()) {
      throw new IllegalArgumentException(NO_MASKS);
    }
    return of(
        energy,
        (chain, random) ->
            random.nextBoolean()
                ? Scan.RANDOM.block(chain, block, random)
                : new int[] {scan.next(chain, random)});
  }

  @Override
  public MetropolisGibbs withAcceptance(AcceptanceRule changed) {
    return new MetropolisGibbs(energy, blocks, replacedBy(changed));
  }

  @Override
  public String name() {
    return "gibbs-mh";
  }

  @Override
  CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    State from = chain.state();
    int[] order = blocks.apply(chain, random);
    // What the first conditional is given; it does not look at the first coordinate itself.
    State rest = from;
    for (int j = 1; j < order.length; j++) {
      rest = rest.with(order[j], Energy.MASKED);
    }
    List<CompletableFuture<CategoricalDistribution>> back = new ArrayList<>();
    State known = rest;
    for (int i : order) {
      known = known.with(i, from.get(i));
      back.add(energy.conditional(known, i, batcher));
    }
    if (order.length > 1 && random.nextBoolean()) {
      back.set(0, back.get(0).thenApply(CategoricalDistribution::flattened));
    }
    Refill nothing = new Refill(rest, 0);
    return Batcher.all(back)
        .thenCompose(
            conditionals -> {
              double logReverse =
                  IntStream.range(0, order.length)
                      .mapToDouble(j -> conditionals.get(j).logProbability(from.get(order[j])))
                      .sum();
              return nothing
                  .filled(energy, order, 0, conditionals.get(0), random, batcher)
                  .thenApply(refilled -> proposed(chain, order, refilled, logReverse));
            });
  }

  private ProposedMove proposed(ChainState chain, int[] order, Refill refilled, double logReverse) {
    State to = refilled.state();
    return new ProposedMove(
        chain,
        new Move(chain.state(), to, Arrays.stream(order).boxed().toList()),
        refilled.logProbability(),
        (2 * order.length - 1) * energy.passesPerConditional(),
        asked ->
            energy
                .evaluate(to, GradientKind.NONE, asked)
                .thenApply(there -> new Arrival(chain.movedTo(to, there), logReverse)),
        () -> ReverseDensity.of(logReverse));
  }
}
