package dev.infill.core.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Pseudo-Gibbs (Wang &amp; Cho 2019): one coordinate a step, drawn from the energy's conditional
 * fᵢ(· | θ_\i) and always accepted. U is never evaluated.
 *
 * <p>It does <em>not</em> leave π(θ) ∝ exp(U(θ)) invariant in general: the conditionals of a masked
 * language model are not those of one joint distribution. It is the Gibbs sampler if they are the
 * conditionals of π. {@link MetropolisGibbs} corrects it.
 *
 * <p>One step costs one conditional.
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "gibbs-mh and
 * gibbs".
 *
 * @param scan the order in which the coordinates are visited
 */
public record PseudoGibbs(Scan scan) implements Kernel {
  @Override
  public String name() {
    return "gibbs";
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    return CompletableFuture.completedFuture(new ChainState(state, Optional.empty(), 0));
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    State from = chain.state();
    int i = scan.next(chain, random);
    return target
        .distribution(from, i)
        .thenApply(
            conditional -> {
              State to = from.with(i, conditional.sample(random));
              return new Transition(
                  chain.movedTo(to, Optional.empty()),
                  new StepInfo(to, true, 1, from.hammingDistance(to), 1));
            });
  }
}
