package dev.infill.core.chain;

import dev.infill.core.InvalidInputException;
import java.util.OptionalDouble;

/**
 * How chains are run.
 *
 * @param chains the number of chains, at least 1
 * @param steps the steps of each chain, burn-in included, at least 1
 * @param burnIn how many of these steps come before what is kept, 0 ≤ burnIn &lt; steps
 * @param seed the seed from which every chain's own stream is split
 * @param batch how many chains are evaluated together, at least 1; changes speed, not results
 * @param concurrentBatches how many batches are stepped at the same time, at least 1; changes
 *     speed, not results
 * @param targetAcceptance if present, α is adapted toward this mean acceptance probability, in (0,
 *     1), during burn-in and then frozen
 */
public record ChainSettings(
    int chains,
    int steps,
    int burnIn,
    long seed,
    int batch,
    int concurrentBatches,
    OptionalDouble targetAcceptance) {
  /** Checks the ranges. */
  public ChainSettings {
    atLeastOne("chains", chains);
    atLeastOne("steps", steps);
    atLeastOne("batch", batch);
    atLeastOne("concurrent-batches", concurrentBatches);
    if (burnIn < 0 || burnIn >= steps) {
      throw new InvalidInputException(
          "burn-in",
          "burn-in must leave steps to keep: from 0 to " + (steps - 1) + ", not " + burnIn);
    }
    if (targetAcceptance.isPresent()) {
      double target = targetAcceptance.getAsDouble();
      if (!(target > 0 && target < 1)) {
        throw new InvalidInputException(
            "adapt", "a target acceptance lies between 0 and 1, such as 0.574, not " + target);
      }
    }
  }

  private static void atLeastOne(String field, int value) {
    if (value < 1) {
      throw new InvalidInputException(field, field + " must be at least 1, not " + value);
    }
  }
}
