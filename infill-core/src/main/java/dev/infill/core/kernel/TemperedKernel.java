package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.energy.TemperedEnergy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The kernel of U / τ, on chain states that hold U.
 *
 * @param kernel of U / τ
 * @param temperature τ
 */
public record TemperedKernel(Kernel kernel, double temperature) implements Kernel {
  /**
   * Returns the kernel.
   *
   * @param energy U
   * @param kernel makes the kernel of an energy
   * @param temperature τ
   */
  public static Kernel of(Energy energy, Function<Energy, Kernel> kernel, double temperature) {
    return new TemperedKernel(kernel.apply(new TemperedEnergy(energy, temperature)), temperature);
  }

  @Override
  public String name() {
    return kernel.name();
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public int passesPerStart() {
    return kernel.passesPerStart();
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return kernel.start(state, batcher).thenApply(chain -> divided(chain, 1 / temperature));
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return kernel
        .step(divided(chain, temperature), random, batcher)
        .thenApply(made -> new Transition(restored(made.next(), chain), made.info()));
  }

  private static ChainState divided(ChainState chain, double temperature) {
    return chain.with(chain.evaluation().map(evaluation -> evaluation.tempered(temperature)));
  }

  /** A chain that stayed has the evaluation that it had, to the last digit. */
  private ChainState restored(ChainState next, ChainState before) {
    Optional<Evaluation> known =
        next.state().equals(before.state()) ? before.evaluation() : Optional.empty();
    return known.isPresent() ? next.with(known) : divided(next, 1 / temperature);
  }
}
