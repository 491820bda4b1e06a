package dev.infill.web.cli.evaluate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.summary.ExperimentSummary;
import dev.infill.evaluation.summary.Metric;
import dev.infill.evaluation.summary.SamplerSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The figures of one sampler in one comparison.
 *
 * @param comparison what was equal: {@code steps} or {@code passes}
 * @param sampler its label
 * @param steps the mean number of steps
 * @param figures by the names that {@code table.csv} uses
 */
record SamplerSummaryJson(
    String comparison, String sampler, double steps, Map<String, Figure> figures) {
  /**
   * An estimate with its 95 % interval.
   *
   * @param estimate the estimate; null where it is undefined
   * @param low the lower end of the interval; absent where there is none
   * @param high the upper end
   */
  record Figure(
      double estimate,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble low,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble high) {}

  static List<SamplerSummaryJson> of(ExperimentSummary summary) {
    return summary.comparisons().stream()
        .flatMap(
            comparison ->
                comparison.samplers().stream()
                    .map(sampler -> of(comparison.comparison().label(), sampler)))
        .toList();
  }

  private static SamplerSummaryJson of(String comparison, SamplerSummary sampler) {
    Map<String, Figure> figures = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      figures.put(metric.key(), figure(sampler.figure(metric)));
    }
    return new SamplerSummaryJson(comparison, sampler.sampler(), sampler.steps(), figures);
  }

  private static Figure figure(Estimate estimate) {
    return new Figure(
        estimate.value(),
        estimate.interval().stream().mapToDouble(Interval::low).findFirst(),
        estimate.interval().stream().mapToDouble(Interval::high).findFirst());
  }
}
