package dev.infill.evaluation.paper;

import dev.infill.evaluation.statistics.Estimate;
import java.util.Map;
import java.util.Objects;

/**
 * The figures of one sampler minus those of another, paired by task.
 *
 * @param sampler the label of the one
 * @param minus the label of the other
 * @param figures one of each metric
 */
public record Difference(String sampler, String minus, Map<Metric, Estimate> figures) {
  /** Copies the map. */
  public Difference {
    figures = Map.copyOf(figures);
  }

  /** Returns a difference. */
  public Estimate figure(Metric metric) {
    return Objects.requireNonNull(figures.get(metric), metric::key);
  }

  /** Returns which is taken from which, in words. */
  public String label() {
    return sampler + " minus " + minus;
  }
}
