package dev.infill.evaluation.report;

import dev.infill.evaluation.experiment.ComparedAt;
import dev.infill.evaluation.summary.ComparisonSummary;
import dev.infill.evaluation.summary.ExperimentData;
import dev.infill.evaluation.summary.ExperimentSummary;

/** The order of a report's tables and sentences, without times: equal runs give equal parts. */
final class ReportTables {
  private final ExperimentData data;
  private final ExperimentSummary summary;
  private final Grids grids;

  ReportTables(ExperimentData data, ExperimentSummary summary) {
    this.data = data;
    this.summary = summary;
    this.grids = new Grids(data, summary);
  }

  /** Writes what was found. */
  void results(ReportSink sink) {
    ReportWords words = new ReportWords(data, summary);
    sink.heading(1, ReportWords.TITLE);
    sink.paragraph(words.subject() + ". " + words.intervals() + " ↓ lower is better, ↑ higher.");
    sink.heading(2, "The paper's claims");
    sink.items(words.verdicts());
    if (!summary.claims().isEmpty()) {
      sink.paragraph(ReportWords.CLAIM);
      sink.table(grids.claims(), false);
      sink.items(words.equalEnergies());
    }
    for (ComparisonSummary comparison : summary.comparisons()) {
      sink.heading(2, "At " + Grids.name(comparison.comparison()));
      sink.paragraph(words.about(comparison.comparison()));
      sink.table(grids.ofPaper(comparison), true);
      if (comparison.comparison() == ComparedAt.STEPS) {
        sink.items(ReportWords.sources());
      }
      sink.table(grids.beyondPaper(comparison), true);
      if (!comparison.differences().isEmpty()) {
        sink.table(grids.differences(comparison, comparison.toFirst()), true);
      }
    }
    if (summary.comparisons().size() > 1) {
      sink.heading(2, "Side by side");
      sink.table(grids.sideBySide(), true);
    }
  }

  /** Writes how it was found. */
  void method(ReportSink sink) {
    sink.heading(2, "How it was made");
    sink.table(grids.samplers(), true);
    sink.table(Grids.settings("Signatures of the metrics", summary.signatures()), true);
    sink.table(Grids.settings("Settings", data.settings()), true);
  }
}
