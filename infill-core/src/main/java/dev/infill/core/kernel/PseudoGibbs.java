package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  public List<ChainState> init(List<State> states) {
    return states.stream().map(state -> new ChainState(state, Optional.empty(), 0)).toList();
  }

  @Override
  public List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    List<ConditionalMove> drawn = scan.draw(energy, chains, random);
    List<Transition> transitions = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      Move move = drawn.get(chain).move();
      int changed = move.from().hammingDistance(move.to());
      transitions.add(
          new Transition(
              new ChainState(move.to(), Optional.empty(), chains.get(chain).steps() + 1),
              new StepInfo(
                  move.to(),
                  true,
                  1,
                  changed,
                  energy.passesPerConditional(),
                  energy.passesPerConditional())));
    }
    return transitions;
  }
}
