package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.List;

/**
 * The Hamming ball sampler HB-X-Y (Titsias &amp; Yau 2017): to a block of X coordinates belongs an
 * auxiliary variable, drawn uniformly from the Hamming ball of radius Y around the block's values;
 * the block is then drawn from its conditional under π(θ) ∝ exp(U(θ)), restricted to the ball of
 * the same radius around the auxiliary variable. So up to 2Y coordinates change in a step, for the
 * cost of one ball instead of all values of the block.
 *
 * <p>Both draws are exact conditionals of π(θ) · 1/|ball|, the balls all being of one size, so that
 * π is left invariant. With Y ≥ X this is {@link BlockGibbs}.
 *
 * <p>One step evaluates U at all states of a ball but the current one.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Samplers that
 * enumerate".
 */
public final class HammingBall {
  private HammingBall() {}

  /**
   * Returns the kernel.
   *
   * @param energy U
   * @param scan in which order blocks are visited
   * @param blockSize X, from 1 to m
   * @param radius Y, at least 1
   * @throws dev.infill.core.InvalidInputException if there is no such block or ball, or a ball has
   *     more than 65,536 states
   */
  public static Kernel of(Energy energy, Scan scan, int blockSize, int radius) {
    HammingNeighbourhood ball = HammingNeighbourhood.of(energy.domains(), blockSize, radius);
    return new EnumeratedKernel(
        "hb",
        energy,
        (chain, random) -> {
          int[] block = scan.block(chain, blockSize, random);
          List<State> near = ball.around(chain.state(), block);
          return ball.around(near.get(random.nextInt(near.size())), block);
        });
  }
}
