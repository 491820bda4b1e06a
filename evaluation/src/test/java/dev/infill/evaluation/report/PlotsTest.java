package dev.infill.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ComparisonSummary;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentReport;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.paper.Metric;
import dev.infill.evaluation.paper.SamplerSummary;
import dev.infill.evaluation.paper.SyntheticExperiment;
import dev.infill.evaluation.statistics.Estimate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlotsTest {
  private static final ExperimentData DATA =
      new SyntheticExperiment(2, 1, ComparedAt.STEPS)
          .sampler("gibbs", "gibbs", 0.6, 10)
          .sampler("gwg", "gwg", 0.6, 10)
          .sampler("dula", "dula", 0.2, 3)
          .data();

  @Test
  void equalsHaveNoRank() {
    assertThat(readings(Metric.CORPUS_BLEU, 0, 0.001, 0.004))
        .contains("all are equally near to real text (0.00)");
    assertThat(readings(Metric.CORPUS_BLEU, 1.25, 1.251, 0.5))
        .contains("gwg and gibbs are the nearest to real text (1.25)");
    assertThat(readings(Metric.CORPUS_BLEU, 1.25, 3, 0.5))
        .contains("gwg is the nearest to real text (3.00)");
    assertThat(readings(Metric.CORPUS_BLEU, Double.NaN, Double.NaN, Double.NaN))
        .contains("no sampler has a figure of how near to real text it is");
    assertThat(readings(Metric.SELF_BLEU, 20, 20, 20)).contains("all are equally diverse (20.00)");
    assertThat(readings(Metric.SELF_BLEU, 20, 30, 40))
        .contains("gibbs is the most diverse (20.00)");
    assertThat(readings(Metric.CHANGED_PER_STEP, 1, 1, 2.5))
        .contains("How far a step goes, in blanks changed: dula is the farthest (2.50).");
    assertThat(readings(Metric.CHANGED_PER_STEP, 1, 1, 1)).contains("all are equally far (1.00)");
  }

  /** Returns what stands beside the plots where the samplers have some figures. */
  private static String readings(Metric metric, double... figures) {
    ExperimentSummary summary = ExperimentReport.summarize(DATA, 1, 10);
    ComparisonSummary steps = summary.at(ComparedAt.STEPS);
    List<SamplerSummary> samplers = new ArrayList<>();
    for (SamplerSummary sampler : steps.samplers()) {
      Map<Metric, Estimate> changed = new EnumMap<>(Metric.class);
      for (Metric each : Metric.values()) {
        changed.put(each, sampler.figure(each));
      }
      changed.put(metric, new Estimate(figures[samplers.size()], Optional.empty()));
      samplers.add(new SamplerSummary(sampler.sampler(), sampler.steps(), changed));
    }
    ExperimentSummary changed =
        new ExperimentSummary(
            List.of(new ComparisonSummary(ComparedAt.STEPS, samplers, steps.differences())),
            summary.curves(),
            summary.claims(),
            summary.signatures(),
            summary.resamples(),
            summary.seed());
    Plots plots = new Plots(DATA, changed);
    List<String> readings = new ArrayList<>();
    plots.tradeOffs().forEach(plot -> readings.add(plot.reading()));
    plots.movement().forEach(plot -> readings.add(plot.reading()));
    return String.join(" ", readings);
  }
}
