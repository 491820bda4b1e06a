package dev.infill.core.sample;

import dev.infill.core.chain.Visit;
import dev.infill.core.task.TextOfLengths;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A step of all chains.
 *
 * @param step the number of the step, from 1
 * @param total the steps that each chain is expected to make, burn-in included
 * @param burnIn the steps of burn-in
 * @param stepSize α of this step; empty for samplers without one
 * @param text tells the states of visits as text
 * @param visits the visit of each chain
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
