package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.Transition;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Block Gibbs of a {@link RestrictedBoltzmannMachine}: all hidden units are drawn given the visible
 * ones, and then all visible ones given the hidden ones (Hinton 2002; Zhang, Liu &amp; Liu 2022,
 * App. I.3). Exact: both are conditionals of the joint distribution. U is never evaluated; a step
 * counts as one pass.
 */
public record AlternatingGibbs() implements Kernel {
  @Override
  public String name() {
    return "block-gibbs";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    return CompletableFuture.completedFuture(new ChainState(state, Optional.empty(), 0));
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    State from = chain.state();
    State to = ((RestrictedBoltzmannMachine) target.energy()).resample(from, random);
    return CompletableFuture.completedFuture(
        new Transition(
            new ChainState(to, Optional.empty(), chain.steps() + 1),
            new StepInfo(to, true, 1, from.hammingDistance(to), 1)));
  }
}
