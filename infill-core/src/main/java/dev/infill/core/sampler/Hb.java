package dev.infill.core.sampler;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Scan;
import dev.infill.core.kernel.enumeration.HammingBall;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Hamming ball: some blanks of a block a step, among enumerated fillings near it; exact.
 *
 * @param block how many blanks a step takes together, from 1 to 1,000,000; empty for 10, as in the
 *     paper; all where a text has fewer
 * @param radius how many blanks may differ from a filling near that of the chain, from 1 to
 *     1,000,000
 */
public record Hb(OptionalInt block, int radius) implements Sampler {
  /** X of HB-X-1 in Zhang, Liu & Liu 2022. */
  private static final int PAPERS_BLOCK = 10;

  /** Checks the ranges. */
  public Hb {
    Settings.BLOCK.require(block);
    Settings.RADIUS.require(radius);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "Few blanks a step, weighing all fillings near by: for few allowed words.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    return HammingBall.of(target, Scan.SYSTEMATIC, blockSize(target.domains().size()), radius);
  }

  @Override
  public int blockSize(int blanks) {
    return Math.min(block.orElse(PAPERS_BLOCK), blanks);
  }

  @Override
  public double fillingsPerStep(List<Domain> domains) {
    int size = blockSize(domains.size());
    return HammingBall.largest(domains, size, radius);
  }
}
