package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.State;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** A kernel whose steps are those of a {@link MetropolisHastings}. */
abstract class ProposingKernel implements MetropolisKernel {
  /** What makes the steps. */
  final MetropolisHastings step;

  ProposingKernel(MetropolisHastings step) {
    this.step = step;
  }

  @Override
  public boolean isExact() {
    return step.isExact();
  }

  @Override
  public int passesPerStart() {
    return step.energy().passesPerEvaluation();
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return step.start(state, batcher);
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return step.step(chain, random, batcher);
  }
}
