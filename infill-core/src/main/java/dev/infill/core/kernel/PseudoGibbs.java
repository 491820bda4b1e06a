package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Pseudo-Gibbs (Wang &amp; Cho 2019): one coordinate a step, drawn from the energy's conditional
 * fᵢ(· | θ_\i), accepted always. U is never evaluated.
 *
 * <p>It does <em>not</em> leave π(θ) ∝ exp(U(θ)) invariant in general: the conditionals of a masked
 * language model are not those of one joint distribution. Where they are (the conditionals of π
 * itself), this is the Gibbs sampler and right. {@link MetropolisGibbs} is the corrected one.
 *
 * <p>One step costs one conditional.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "gibbs-mh and
 * gibbs".
 */
public final class PseudoGibbs implements Kernel {
  private final Energy energy;
  private final Scan scan;

  private PseudoGibbs(Energy energy, Scan scan) {
    this.energy = energy;
    this.scan = scan;
  }

  /**
   * Returns the kernel.
   *
   * @param energy gives the conditionals
   * @param scan in which order the coordinates are visited
   */
  public static PseudoGibbs of(Energy energy, Scan scan) {
    return new PseudoGibbs(energy, scan);
  }

  @Override
  public String name() {
    return "gibbs";
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public int passesPerStart() {
    return 0;
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return ChainState.unevaluated(state);
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    State from = chain.state();
    int i = scan.next(chain, random);
    int passes = energy.passesPerConditional();
    return energy
        .conditional(from, i, batcher)
        .thenApply(
            conditional -> {
              State to = from.with(i, conditional.sample(random));
              return new Transition(
                  chain.movedTo(to), new StepInfo(to, true, 1, from.hammingDistance(to), passes));
            });
  }
}
