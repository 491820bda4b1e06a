package dev.infill.evaluation.report;

import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ComparisonSummary;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentSummary;
import dev.infill.evaluation.table.Document;

/**
 * The report of an experiment in all its forms. Only {@link #times} has times: equal runs give
 * equal text in every other form.
 *
 * @param data what was run
 * @param summary its figures
 */
public record Report(ExperimentData data, ExperimentSummary summary) {
  /** Returns the text of {@code table.md}: what was found, and how it was made. */
  public String markdown() {
    Document document = results();
    ReportTables tables = tables();
    return document
        .heading(2, "How it was made")
        .table(tables.samplers())
        .table(ReportTables.settings("Signatures of the metrics", summary.signatures()))
        .table(ReportTables.settings("Settings", data.settings()))
        .markdown();
  }

  /**
   * Returns what was found as text for a terminal.
   *
   * @param width the width of its lines, in characters
   */
  public String text(int width) {
    return results().text(width);
  }

  /** Returns every figure with a line of its own, as comma-separated values. */
  public String csv() {
    return tables().figures().csv();
  }

  /** Returns a line of JSON for each sampler in each comparison. */
  public String json() {
    return tables().wide().json();
  }

  /** Returns the page, one file. */
  public String html() {
    return HtmlReport.render(data, summary);
  }

  /** Returns the table of times as Markdown. */
  public String times() {
    return new Document().table(tables().times()).markdown();
  }

  private ReportTables tables() {
    return new ReportTables(data, summary);
  }

  private Document results() {
    ReportWords words = new ReportWords(data, summary);
    ReportTables tables = tables();
    Document document =
        new Document()
            .heading(1, words.title())
            .paragraph(words.subject() + ". " + words.intervals() + " ↓ lower is better, ↑ higher.")
            .heading(2, "The paper's claims")
            .items(words.verdicts());
    if (!summary.claims().isEmpty()) {
      document
          .paragraph(ReportWords.CLAIM)
          .plainTable(tables.claims())
          .items(words.equalEnergies());
    }
    for (ComparisonSummary comparison : summary.comparisons()) {
      ComparedAt at = comparison.comparison();
      document
          .heading(2, "At " + at.words())
          .paragraph(words.about(at))
          .table(tables.ofPaper(comparison));
      if (at == ComparedAt.STEPS) {
        document.items(words.sources());
      }
      document.table(tables.beyondPaper(comparison));
      if (!comparison.differences().isEmpty()) {
        document.table(tables.differences(comparison, comparison.toFirst()));
      }
    }
    return summary.comparisons().size() > 1
        ? document.heading(2, "Side by side").table(tables.sideBySide())
        : document;
  }
}
