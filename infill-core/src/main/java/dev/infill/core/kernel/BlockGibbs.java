package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The Gibbs sampler Gibbs-X: X coordinates a step, drawn together from their joint conditional
 * under π(θ) ∝ exp(U(θ)), which is enumerated. It leaves π invariant whatever conditionals the
 * energy has, as it uses none but those of U itself; {@link PseudoGibbs} uses the energy's.
 *
 * <p>One step evaluates U at all values of the block but the current one, Π |Θᵢ| − 1 states, so it
 * is for small domains.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Samplers that
 * enumerate".
 */
public final class BlockGibbs implements Kernel {
  private final Energy energy;
  private final EnumeratedStep step;

  private BlockGibbs(Energy energy, EnumeratedStep step) {
    this.energy = energy;
    this.step = step;
  }

  /**
   * Returns the kernel.
   *
   * @param energy U
   * @param scan in which order blocks are visited
   * @param blockSize X, from 1 to m
   * @throws dev.infill.core.InvalidInputException if there is no such block, or one of more than
   *     65,536 values
   */
  public static BlockGibbs of(Energy energy, Scan scan, int blockSize) {
    HammingNeighbourhood values = HammingNeighbourhood.of(energy.domains(), blockSize, blockSize);
    return new BlockGibbs(
        energy,
        new EnumeratedStep(
            energy,
            (chain, random) -> values.around(chain.state(), scan.block(chain, blockSize, random))));
  }

  @Override
  public String name() {
    return "gibbs-exact";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public int passesPerStart() {
    return energy.passesPerEvaluation();
  }

  @Override
  public List<ChainState> init(List<State> states) {
    return step.init(states);
  }

  @Override
  public List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    return step.step(chains, random);
  }
}
