package dev.infill.core.sampler;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.Scan;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The proposal of {@link Gibbs} corrected by Metropolis–Hastings; exact. Blanks that stand side by
 * side are also masked two at a time and drawn one after another, the first of them from a flatter
 * distribution in every second case.
 *
 * @param block how many blanks a block has that is drawn together, wherever they stand, in every
 *     second step, from 1 to 1,000,000; 1 for none; empty for those that stand side by side, two at
 *     a time; all where a text has fewer
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record GibbsMh(OptionalInt block, AcceptanceKind acceptance, double delta)
    implements Sampler {
  /** Checks the ranges. */
  public GibbsMh {
    Settings.BLOCK.require(block);
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "One blank a step from its own distribution, or two side by side, corrected.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    int size = Math.min(block.orElse(1), target.domains().size());
    if (size > 1 && !target.readsMasked()) {
      throw new InvalidInputException(
          "block", "the model does not read several masks, which blocks of gibbs-mh need");
    }
    MetropolisGibbs kernel =
        block.isEmpty()
            ? MetropolisGibbs.ofNeighbours(target, Scan.SYSTEMATIC)
            : MetropolisGibbs.ofBlocks(target, Scan.SYSTEMATIC, size);
    return kernel.withAcceptance(acceptance.rule(delta));
  }
}
