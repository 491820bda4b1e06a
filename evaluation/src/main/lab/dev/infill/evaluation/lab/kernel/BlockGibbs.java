package dev.infill.evaluation.lab.kernel;

import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The Gibbs sampler Gibbs-X: X coordinates a step, drawn together from their joint conditional
 * under π(θ) ∝ exp(U(θ)), which is enumerated. It leaves π invariant whatever conditionals the
 * energy has, as it uses none but those of U itself; {@link PseudoGibbs} uses the energy's.
 *
 * <p>A target is refused that has no such block, or one of more than 65,536 values.
 *
 * <p>One step evaluates U at all values of the block but the current one, Π |Θᵢ| − 1 states, so it
 * is for small domains.
 */
public final class BlockGibbs {
  private BlockGibbs() {}

  /**
   * Returns the kernel.
   *
   * @param scan in which order blocks are visited
   * @param blockSize X, from 1 to m
   */
  public static Kernel of(Scan scan, int blockSize) {
    return new EnumeratedKernel(
        "gibbs-exact",
        domains -> HammingNeighbourhood.of(domains, blockSize, blockSize),
        (values, chain, random) ->
            values.around(chain.state(), block(scan, chain, blockSize, random)));
  }

  /**
   * Returns the coordinates of a chain's next step, all different. In turn, the last of a round are
   * followed by the first of the next.
   *
   * @param size X, from 1 to m
   */
  static int[] block(Scan scan, ChainState chain, int size, RandomGenerator random) {
    int coordinates = chain.state().size();
    if (scan == Scan.RANDOM) {
      return Scan.drawn(coordinates, size, random);
    }
    int first = (int) (chain.steps() * size % coordinates);
    return IntStream.range(first, first + size).map(k -> k % coordinates).toArray();
  }
}
