package dev.infill.evaluation.paper;

import java.util.Arrays;
import java.util.List;

/**
 * How a sampler went from its start.
 *
 * @param sampler its label
 * @param points by ascending step; the first is the start
 */
public record Curve(String sampler, List<Point> points) {
  /** Copies the list. */
  public Curve {
    points = List.copyOf(points);
  }

  /**
   * U over chains and tasks, in nats.
   *
   * @param low the quantile at a tenth
   * @param mean the mean
   * @param high the quantile at nine tenths
   */
  public record Spread(double low, double mean, double high) {
    /** Sums up some energies, at least one; a quantile is the value of the nearest rank. */
    static Spread of(List<Double> energies) {
      double[] sorted = energies.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return new Spread(
          sorted[(int) Math.round(0.1 * (sorted.length - 1))],
          Arrays.stream(sorted).average().orElseThrow(),
          sorted[(int) Math.round(0.9 * (sorted.length - 1))]);
    }
  }

  /**
   * A sampler after a number of steps, over all tasks.
   *
   * @param step steps that every chain had made; where they differ by task, their mean
   * @param passesPerChain model passes that a chain had cost by then, mean over tasks
   * @param energies U of all chains of all tasks
   * @param keptEnergy mean U of the samples that would be kept here, in nats
   * @param selfBleu of those samples
   * @param selfUnique2 2-grams seen once in those samples, per 100 n-grams
   * @param selfUnique3 3-grams seen once in those samples, per 100 n-grams
   * @param corpusBleu of those samples
   */
  public record Point(
      double step,
      double passesPerChain,
      Spread energies,
      double keptEnergy,
      double selfBleu,
      double selfUnique2,
      double selfUnique3,
      double corpusBleu) {}
}
