package dev.infill.core.chain;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import java.util.OptionalDouble;

/**
 * How chains are run.
 *
 * @param chains the number of chains, from 1 to 100,000
 * @param steps the steps of each chain, burn-in included, from 1 to 1,000,000,000
 * @param burnIn the number of first steps that are not kept, 0 ≤ burnIn &lt; steps
 * @param seed the seed that every chain's own stream is split from
 * @param batch the number of chains that are evaluated together, from 1 to 10,000; changes speed,
 *     not results
 * @param concurrentBatches a factor of {@code batch}, from 1 to 1,000; changes speed, not results
 * @param targetAcceptance if present, α is adapted toward this mean acceptance probability, from
 *     0.01 to 0.99, during burn-in and then frozen
 */
public record ChainSettings(
    int chains,
    int steps,
    int burnIn,
    long seed,
    int batch,
    int concurrentBatches,
    OptionalDouble targetAcceptance) {
  /** The range of the number of chains. */
  public static final NumberRange CHAINS = new NumberRange(1, 100_000);

  /** The range of the number of steps. */
  public static final NumberRange STEPS = new NumberRange(1, 1_000_000_000);

  /** The range of a batch. */
  public static final NumberRange BATCH = new NumberRange(1, 10_000);

  /** The range of the number of batches that move at the same time. */
  public static final NumberRange CONCURRENT_BATCHES = new NumberRange(1, 1_000);

  /** The range of the acceptance that α is adapted toward. */
  public static final NumberRange TARGET_ACCEPTANCE = new NumberRange(0.01, 0.99);

  /** The number of steps of a chain to one of burn-in, by default. */
  public static final int STEPS_OF_BURN_IN = 5;

  /**
   * Returns settings with a fifth of the steps as burn-in, all chains together and a step size that
   * stays.
   *
   * @param chains the number of chains
   * @param steps the steps of each chain, burn-in included
   * @param seed the seed
   */
  public static ChainSettings of(int chains, int steps, long seed) {
    return new ChainSettings(
        chains,
        steps,
        steps / STEPS_OF_BURN_IN,
        seed,
        Math.min(chains, (int) BATCH.most()),
        1,
        OptionalDouble.empty());
  }

  /**
   * Returns the same settings, α being adapted in burn-in.
   *
   * @param acceptance the mean acceptance to reach; 0.574 is advised
   */
  public ChainSettings adapting(double acceptance) {
    return new ChainSettings(
        chains, steps, burnIn, seed, batch, concurrentBatches, OptionalDouble.of(acceptance));
  }

  /** Checks the ranges. */
  public ChainSettings {
    CHAINS.require("chains", chains);
    STEPS.require("steps", steps);
    BATCH.require("batch", batch);
    CONCURRENT_BATCHES.require("concurrent-batches", concurrentBatches);
    if (burnIn < 0 || burnIn >= steps) {
      throw new InvalidInputException(
          "burn-in",
          "burn-in must leave steps to keep: from 0 to " + (steps - 1) + ", not " + burnIn);
    }
    if (targetAcceptance.isPresent()) {
      TARGET_ACCEPTANCE.require("adapt", targetAcceptance.getAsDouble());
    }
  }
}
