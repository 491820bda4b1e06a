package dev.infill.evaluation.summary;

import dev.infill.evaluation.metrics.BleuStatistics;
import java.util.ArrayList;
import java.util.List;

/** BLEU's counts as a vector that can be added up: matches, totals, both lengths. */
final class BleuVector {
  private BleuVector() {}

  /** Returns the vector of some counts. */
  static double[] of(BleuStatistics statistics) {
    int order = statistics.order();
    double[] vector = new double[2 * order + 2];
    for (int i = 0; i < order; i++) {
      vector[i] = statistics.matches().get(i);
      vector[order + i] = statistics.totals().get(i);
    }
    vector[2 * order] = statistics.hypothesisLength();
    vector[2 * order + 1] = statistics.referenceLength();
    return vector;
  }

  /** Returns the counts of a vector, or of a sum of vectors; they are whole numbers. */
  static BleuStatistics statistics(double[] vector) {
    int order = (vector.length - 2) / 2;
    List<Long> counts = new ArrayList<>(2 * order);
    for (int i = 0; i < 2 * order; i++) {
      counts.add(Math.round(vector[i]));
    }
    return new BleuStatistics(
        counts.subList(0, order),
        counts.subList(order, 2 * order),
        Math.round(vector[2 * order]),
        Math.round(vector[2 * order + 1]));
  }
}
