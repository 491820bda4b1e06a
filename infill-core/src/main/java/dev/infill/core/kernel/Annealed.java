package dev.infill.core.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Annealing in burn-in: the temperature falls geometrically to that of the target, so that chains
 * move freely first and settle then. Step k of n, counted from 0, is one of the kernel at τₖ T, τₖ
 * = τ₀^(1 − k/n). All later steps are at T. So samples after burn-in are as exact as without
 * annealing.
 *
 * <p>It pays if the target is so cold that chains stay at the first good state, and if burn-in is
 * long enough to settle. It only costs steps where chains move freely anyway.
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "Annealing".
 *
 * @param kernel makes the steps
 * @param first τ₀, the first temperature as a multiple of that of the target; positive, finite
 * @param steps n, the number of steps in which the temperature changes, at least 1
 */
public record Annealed(Kernel kernel, double first, int steps) implements Kernel {
  /** Checks the numbers. */
  public Annealed {
    if (steps < 1) {
      throw new IllegalArgumentException("annealing takes at least 1 step, not " + steps);
    }
    if (!(first > 0 && Double.isFinite(first))) {
      throw new IllegalArgumentException("a temperature must be positive and finite, not " + first);
    }
  }

  @Override
  public String name() {
    return kernel.name();
  }

  @Override
  public boolean isExact() {
    return kernel.isExact();
  }

  @Override
  public OptionalDouble stepSize() {
    return kernel.stepSize();
  }

  @Override
  public void requireFor(Target target) {
    kernel.requireFor(target);
  }

  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    return kernel.start(target, state);
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    double multiple =
        chain.steps() < steps ? Math.pow(first, 1 - (double) chain.steps() / steps) : 1;
    return kernel.step(target.at(multiple * target.temperature()), chain, random);
  }
}
