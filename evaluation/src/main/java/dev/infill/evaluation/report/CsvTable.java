package dev.infill.evaluation.report;

import dev.infill.corpora.file.CsvLine;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.summary.Claim;
import dev.infill.evaluation.summary.ComparisonSummary;
import dev.infill.evaluation.summary.Difference;
import dev.infill.evaluation.summary.ExperimentSummary;
import dev.infill.evaluation.summary.Metric;
import dev.infill.evaluation.summary.SamplerSummary;
import java.util.Locale;
import java.util.Optional;

/**
 * Every figure of an experiment in long form, comma-separated as RFC 4180 says, without times:
 * equal runs give equal bytes.
 *
 * <p>Columns: {@code comparison} ({@code steps}, {@code passes}, or {@code energy} for claims at
 * equal mean U), {@code sampler} (a label, or {@code A minus B} for a paired difference), {@code
 * metric}, {@code estimate}, {@code low} and {@code high} (the 95 % interval), {@code verdict} (of
 * claims). What is undefined is empty; numbers have six decimals.
 */
public final class CsvTable {
  private final StringBuilder out = new StringBuilder();

  private CsvTable() {}

  /**
   * Returns the table.
   *
   * @param summary what it comes to
   */
  public static String render(ExperimentSummary summary) {
    CsvTable table = new CsvTable();
    table.line("comparison", "sampler", "metric", "estimate", "low", "high", "verdict");
    for (ComparisonSummary comparison : summary.comparisons()) {
      table.figures(comparison);
    }
    summary.claims().forEach(table::claim);
    return table.out.toString();
  }

  private void figures(ComparisonSummary comparison) {
    String at = comparison.comparison().label();
    for (SamplerSummary sampler : comparison.samplers()) {
      for (Metric metric : Metric.values()) {
        figure(at, sampler.sampler(), metric.key(), sampler.figure(metric), "");
      }
    }
    for (Difference difference : comparison.differences()) {
      for (Metric metric : Metric.values()) {
        figure(at, difference.label(), metric.key(), difference.figure(metric), "");
      }
    }
  }

  private void claim(Claim claim) {
    String at = claim.basis().key();
    String name = claim.sampler() + " minus " + claim.baseline();
    claim.equalEnergy().ifPresent(place -> figure(at, name, "claim.meanEnergy", place.level(), ""));
    figure(at, name, "claim.selfBleu", claim.selfBleu(), claim.selfBleuVerdict().label());
    figure(at, name, "claim.corpusBleu", claim.corpusBleu(), claim.corpusBleuVerdict().label());
    line(at, name, "claim", "", "", "", claim.verdict().label());
  }

  private void figure(String at, String name, String metric, Estimate estimate, String verdict) {
    Optional<Interval> interval = estimate.interval();
    line(
        at,
        name,
        metric,
        number(estimate.value()),
        interval.map(Interval::low).map(CsvTable::number).orElse(""),
        interval.map(Interval::high).map(CsvTable::number).orElse(""),
        verdict);
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    String number =
        Double.isInfinite(value)
            ? String.valueOf(value)
            : String.format(Locale.ROOT, "%.6f", value);
    return number.equals("-0.000000") ? "0.000000" : number;
  }

  private void line(String... fields) {
    out.append(CsvLine.of(fields));
  }
}
