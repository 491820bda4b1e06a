package dev.infill.web.cli;

import dev.infill.evaluation.report.ReportFiles;
import dev.infill.web.json.JsonLines;
import dev.infill.web.json.SamplerSummaryJson;
import java.util.stream.Collectors;

/** The report of an experiment on standard output. */
final class ReportText {
  private ReportText() {}

  /** Returns {@code table.md}, or for JSON a line for each sampler in each comparison. */
  static String of(ReportFiles.Report report, OutputOptions output) {
    if (!output.isJson()) {
      return report.table();
    }
    JsonLines json = new JsonLines();
    return SamplerSummaryJson.of(report.summary()).stream()
        .map(line -> json.line(line) + "\n")
        .collect(Collectors.joining());
  }
}
