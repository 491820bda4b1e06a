package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Scan;
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
 * <p>A target is refused that has no such block or ball, or a ball of more than 65,536 states.
 *
 * <p>One step evaluates U at all states of a ball but the current one.
 */
public final class HammingBall {
  private HammingBall() {}

  /**
   * Returns the kernel.
   *
   * @param scan in which order blocks are visited
   * @param blockSize X, from 1 to m
   * @param radius Y, at least 1
   */
  public static Kernel of(Scan scan, int blockSize, int radius) {
    return new EnumeratedKernel(
        "hb",
        domains -> HammingNeighbourhood.of(domains, blockSize, radius),
        (ball, chain, random) -> {
          int[] block = BlockGibbs.block(scan, chain, blockSize, random);
          List<State> near = ball.around(chain.state(), block);
          return ball.around(near.get(random.nextInt(near.size())), block);
        });
  }
}
