package dev.infill.web.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.evaluation.report.ExperimentSummary;
import dev.infill.evaluation.report.Metric;
import dev.infill.evaluation.report.SamplerSummary;
import dev.infill.evaluation.statistics.Estimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one sampler in one comparison.
 *
 * @param comparison what was equal: {@code steps} or {@code passes}
 * @param sampler its label
 * @param steps the mean number of steps
 * @param figures by the names that {@code table.csv} uses
 */
public record SamplerSummaryJson(
    String comparison, String sampler, double steps, Map<String, Figure> figures) {
  /**
   * An estimate with its 95 % interval.
   *
   * @param estimate the estimate; null where it is undefined
   * @param low the lower end of the interval; absent where there is none
   * @param high the upper end
   */
  public record Figure(
      @Nullable Double estimate,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double low,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double high) {}

  /**
   * Returns the figures of an experiment, comparison by comparison.
   *
   * @param summary the experiment
   */
  public static List<SamplerSummaryJson> of(ExperimentSummary summary) {
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
    Double low =
        estimate.interval().isEmpty()
            ? null
            : Numbers.finiteOrNull(estimate.interval().get().low());
    Double high =
        estimate.interval().isEmpty()
            ? null
            : Numbers.finiteOrNull(estimate.interval().get().high());
    return new Figure(Numbers.finiteOrNull(estimate.value()), low, high);
  }
}
