package dev.infill.evaluation.lab.kernel;

import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;

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
            values.around(chain.state(), scan.block(chain, blockSize, random)));
  }
}
