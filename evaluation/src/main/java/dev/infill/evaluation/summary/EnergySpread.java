package dev.infill.evaluation.summary;

import java.util.Arrays;
import java.util.List;

/**
 * U over chains and tasks, in nats.
 *
 * @param low the quantile at a tenth
 * @param mean the mean
 * @param high the quantile at nine tenths
 */
public record EnergySpread(double low, double mean, double high) {
  /** Sums up some energies, at least one; a quantile is the value of the nearest rank. */
  static EnergySpread of(List<Double> energies) {
    double[] sorted = energies.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new EnergySpread(
        sorted[(int) Math.round(0.1 * (sorted.length - 1))],
        Arrays.stream(sorted).average().orElseThrow(),
        sorted[(int) Math.round(0.9 * (sorted.length - 1))]);
  }
}
