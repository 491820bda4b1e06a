package dev.infill.evaluation.lab.sampler;

import dev.infill.core.diagnostics.Convergence;
import dev.infill.evaluation.statistics.Mean;
import java.util.Arrays;

/** Effective sample sizes of a figure of chains, one row of numbers a chain. */
public final class EffectiveSize {
  private EffectiveSize() {}

  /** Returns that of all chains together; NaN if it is not defined. */
  public static double of(double[][] chains) {
    return Convergence.of(chains).effectiveSampleSize().orElse(Double.NaN);
  }

  /** Returns that of each chain by itself. */
  public static double[] ofEach(double[][] chains) {
    return Arrays.stream(chains).mapToDouble(chain -> of(new double[][] {chain})).toArray();
  }

  /** Returns the standard error of those of single chains, added up. */
  public static double errorOfSum(double[][] chains) {
    return chains.length * Mean.of(ofEach(chains)).error();
  }
}
