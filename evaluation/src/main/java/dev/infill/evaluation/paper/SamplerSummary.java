package dev.infill.evaluation.paper;

import dev.infill.evaluation.statistics.Estimate;
import java.util.Map;
import java.util.Objects;

/**
 * The figures of one sampler in one comparison.
 *
 * @param sampler its label
 * @param steps the mean over tasks of the steps that each of its chains made
 * @param figures one of each metric
 */
public record SamplerSummary(String sampler, double steps, Map<Metric, Estimate> figures) {
  /** Copies the map. */
  public SamplerSummary {
    figures = Map.copyOf(figures);
  }

  /** Returns a figure. */
  public Estimate figure(Metric metric) {
    return Objects.requireNonNull(figures.get(metric), metric::key);
  }
}
