package dev.infill.core.infill;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What all chains did in one step.
 *
 * @param step which, from 1
 * @param total how many each chain makes, burn-in included, as far as can be told yet
 * @param burnIn how many of them are burn-in
 * @param stepSize α of this step; empty for samplers without one
 * @param chains for each chain where it was after the step
 */
public record ChainsStep(
    int step, int total, int burnIn, OptionalDouble stepSize, List<ChainStep> chains) {
  /** Copies the list. */
  public ChainsStep {
    chains = List.copyOf(chains);
  }

  /** Says whether what comes with this step counts as draws. */
  public boolean isKept() {
    return step > burnIn;
  }
}
