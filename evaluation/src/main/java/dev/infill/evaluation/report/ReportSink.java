package dev.infill.evaluation.report;

import java.util.List;

/** Takes the parts of a report in order, and writes each in its own form. */
interface ReportSink {
  /** Takes the heading of a section; level 1 is the title of the report. */
  void heading(int level, String text);

  /** Takes a paragraph. */
  void paragraph(String text);

  /** Takes a list. */
  void items(List<String> items);

  /** Takes a table, with its caption where that says more than the heading above. */
  void table(Grid grid, boolean captioned);
}
