package dev.infill.core.sampler;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A block of blanks is masked and drawn again one after another, in turn with single ones, and
 * corrected by Metropolis–Hastings; exact.
 *
 * @param block how many blanks a block has, from 1 to 1,000,000; empty for 2; all where a text has
 *     fewer
 * @param acceptance where the number comes from that decides about a move
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 */
public record Refill(OptionalInt block, AcceptanceKind acceptance, double delta)
    implements Sampler {
  /** Checks the ranges. */
  public Refill {
    Settings.BLOCK.require(block);
    Settings.DELTA.require(delta);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public String summary() {
    return "Blanks alone and in blocks, masked and drawn again one after another, corrected.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    if (!target.readsMasked()) {
      throw new InvalidInputException(
          "sampler", "the model does not read several masks, which refill needs; take gibbs-mh");
    }
    int size = Math.min(block.orElse(2), target.domains().size());
    return dev.infill.core.kernel.Refill.of(target, size).withAcceptance(acceptance.rule(delta));
  }
}
