package dev.infill.evaluation.report;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.summary.Metric;
import dev.infill.evaluation.summary.Verdict;
import java.util.Optional;

/**
 * A cell of a table.
 *
 * @param value what it says
 * @param detail what follows in smaller type, such as an interval; may be empty
 * @param verdict the verdict that it is, if it is one
 */
record Cell(String value, String detail, Optional<Verdict> verdict) {
  /** Returns the value with its detail. */
  String text() {
    return detail.isEmpty() ? value : value + " " + detail;
  }

  static Cell of(String value) {
    return new Cell(value, "", Optional.empty());
  }

  static Cell of(Verdict verdict) {
    return new Cell(verdict.label(), "", Optional.of(verdict));
  }

  static Cell figure(double value, int digits) {
    return of(Figures.decimal(value, digits));
  }

  static Cell estimate(Estimate estimate, Metric metric) {
    return withInterval(
        Figures.decimal(estimate.value(), metric.digits()), estimate, metric.intervalDigits());
  }

  static Cell difference(Estimate estimate, Metric metric) {
    return difference(estimate, metric.digits(), metric.intervalDigits());
  }

  static Cell difference(Estimate estimate, int digits, int intervalDigits) {
    return withInterval(Figures.signed(estimate.value(), digits), estimate, intervalDigits);
  }

  private static Cell withInterval(String value, Estimate estimate, int digits) {
    return new Cell(
        value, estimate.defined() ? Figures.interval(estimate, digits) : "", Optional.empty());
  }
}
