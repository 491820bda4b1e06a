package dev.infill.core.sampler;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Scan;
import dev.infill.core.kernel.enumeration.BlockGibbs;
import dev.infill.core.kernel.enumeration.HammingBall;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Gibbs: a block of blanks a step, in turn, drawn from its conditional under π, which is
 * enumerated; exact.
 *
 * @param block how many blanks a step takes together, from 1 to 1,000,000; empty for 1; all where a
 *     text has fewer
 */
public record GibbsExact(OptionalInt block) implements Sampler {
  /** Checks the ranges. */
  public GibbsExact {
    Settings.BLOCK.require(block);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "Blanks in turn, weighing every word by U: for few allowed words.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    return BlockGibbs.of(target, Scan.SYSTEMATIC, blockSize(target.domains().size()));
  }

  @Override
  public int blockSize(int blanks) {
    return Math.min(block.orElse(1), blanks);
  }

  @Override
  public double fillingsPerStep(List<Domain> domains) {
    int size = blockSize(domains.size());
    return HammingBall.largest(domains, size, size);
  }
}
