package dev.infill.core.sample;

import dev.infill.core.chain.Visit;
import dev.infill.core.task.TextOfLengths;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What all chains did in one step.
 *
 * @param step which, from 1
 * @param total how many each chain makes, burn-in included, as expected now
 * @param burnIn how many of them are burn-in
 * @param stepSize α of this step; empty for samplers without one
 * @param text says what the states of visits are as text
 * @param visits for each chain where it was after the step
 */
public record ChainsStep(
    int step,
    int total,
    int burnIn,
    OptionalDouble stepSize,
    TextOfLengths text,
    List<Visit> visits) {
  /** Copies the list. */
  public ChainsStep {
    visits = List.copyOf(visits);
  }

  /** Says whether the states after this step count as draws. */
  public boolean isKept() {
    return step > burnIn;
  }
}
