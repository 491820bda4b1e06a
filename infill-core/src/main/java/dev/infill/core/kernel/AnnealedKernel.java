package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Annealing in burn-in: the temperature falls geometrically from a first one to that of the target,
 * so that chains first go where they like and settle then. Step k of n, counted from 0, is one of
 * the kernel of U / τₖ, τₖ = τ₀^(1 − k/n). All steps after these are those of the kernel of U
 * itself, which leaves the target invariant if that does; so what is kept after burn-in is as exact
 * as without annealing.
 *
 * <p>It pays where the target is so cold that chains stay at the first good state, and burn-in long
 * enough to settle; where chains move freely, it only takes steps from them.
 *
 * <p>Chain states hold U, not U / τₖ, at every step. The kernel of every step is that of the number
 * of steps that the chain has made ({@link ChainState#steps()}). A gradient that was taken at a
 * continuous intermediate is that of one temperature only, as ∇U / τₖ leads to another
 * intermediate: chain states hold that of the kernel of the next step, for which the state is
 * evaluated once more in each of the n steps.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Annealing".
 */
public final class AnnealedKernel implements Kernel {
  private final List<Kernel> stages;
  private final Kernel frozen;

  private AnnealedKernel(List<Kernel> stages, Kernel frozen) {
    this.stages = stages;
    this.frozen = frozen;
  }

  /**
   * Returns the kernel.
   *
   * @param energy U, of the target
   * @param kernel makes the kernel of an energy: of U, and of U divided by a temperature
   * @param first τ₀, the first temperature as a multiple of that of the target; positive, finite
   * @param steps n, over how many steps the temperature changes, at least 1
   * @throws IllegalArgumentException if there are fewer, or the temperature is out of its range
   */
  public static AnnealedKernel of(
      Energy energy, Function<Energy, Kernel> kernel, double first, int steps) {
    if (steps < 1) {
      throw new IllegalArgumentException("annealing takes at least 1 step, not " + steps);
    }
    return new AnnealedKernel(
        IntStream.range(0, steps)
            .mapToDouble(k -> Math.pow(first, 1 - (double) k / steps))
            .<Kernel>mapToObj(temperature -> TemperedKernel.of(energy, kernel, temperature))
            .toList(),
        kernel.apply(energy));
  }

  @Override
  public String name() {
    return frozen.name();
  }

  @Override
  public boolean isExact() {
    return frozen.isExact();
  }

  @Override
  public Kernel frozen() {
    return frozen.frozen();
  }

  @Override
  public int passesPerStart() {
    return frozen.passesPerStart();
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return stages.get(0).start(state, batcher);
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return next(chain)
        .step(chain, random, batcher)
        .thenCompose(
            made ->
                isToBeEvaluated(made.next())
                    ? evaluated(made, next(made.next()), batcher)
                    : CompletableFuture.completedFuture(made));
  }

  /** Says whether a gradient is that of the temperature of the step before. */
  private boolean isToBeEvaluated(ChainState chain) {
    return chain.steps() <= stages.size()
        && chain.evaluation().flatMap(Evaluation::gradientPoint).isPresent();
  }

  /** Returns a step that leads to what a kernel knows of its state. */
  private static CompletableFuture<Transition> evaluated(
      Transition made, Kernel kernel, Batcher batcher) {
    return kernel
        .start(made.next().state(), batcher)
        .thenApply(
            known ->
                new Transition(
                    made.next().with(known.evaluation()),
                    made.info().withMorePasses(kernel.passesPerStart())));
  }

  /** Returns the kernel of a chain's next step. */
  private Kernel next(ChainState chain) {
    return chain.steps() < stages.size() ? stages.get((int) chain.steps()) : frozen;
  }
}
