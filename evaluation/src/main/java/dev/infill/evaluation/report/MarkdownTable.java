package dev.infill.evaluation.report;

import dev.infill.evaluation.summary.ExperimentData;
import dev.infill.evaluation.summary.ExperimentSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The tables of an experiment as Markdown, without times: equal runs give equal text. */
public final class MarkdownTable implements ReportSink {
  /** What is read as a character of another name (CommonMark 0.31, section 2.5). */
  private static final Pattern CHARACTER_REFERENCE =
      Pattern.compile("&(?=(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]*);)");

  private static final Pattern MARKS = Pattern.compile("[|\\\\*_`]");

  private final List<String> blocks = new ArrayList<>();

  private MarkdownTable() {}

  /**
   * Returns the tables, ending with a line's end.
   *
   * @param data what was run
   * @param summary what it comes to
   */
  public static String render(ExperimentData data, ExperimentSummary summary) {
    MarkdownTable table = new MarkdownTable();
    ReportTables tables = new ReportTables(data, summary);
    tables.results(table);
    tables.method(table);
    return table.text();
  }

  /**
   * Returns the table of times, which no two runs have alike, ending with a line's end.
   *
   * @param data what was run
   * @param summary what it comes to
   */
  static String times(ExperimentData data, ExperimentSummary summary) {
    MarkdownTable table = new MarkdownTable();
    table.table(new Grids(data, summary).times(), true);
    return table.text();
  }

  private String text() {
    return String.join("\n\n", blocks) + "\n";
  }

  @Override
  public void heading(int level, String text) {
    blocks.add("#".repeat(level) + " " + escape(text));
  }

  @Override
  public void paragraph(String text) {
    blocks.add(escape(text));
  }

  @Override
  public void items(List<String> items) {
    blocks.add(items.stream().map(item -> "- " + escape(item)).collect(Collectors.joining("\n")));
  }

  @Override
  public void table(Grid grid, boolean captioned) {
    if (captioned) {
      blocks.add("**" + escape(grid.caption()) + "**");
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(grid.columns().stream().map(Column::fullName).toList()));
    lines.add(
        grid.columns().stream()
            .map(column -> column.numeric() ? "---:" : "---")
            .collect(Collectors.joining(" | ", "| ", " |")));
    for (Row row : grid.rows()) {
      lines.add(line(row.cells().stream().map(Cell::text).toList()));
    }
    blocks.add(String.join("\n", lines));
  }

  private static String line(List<String> cells) {
    return cells.stream().map(MarkdownTable::escape).collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** Markdown and the HTML in it would give some characters a meaning. */
  private static String escape(String text) {
    String line = text.replaceAll("\\R", " ");
    String plain = CHARACTER_REFERENCE.matcher(line).replaceAll("&amp;").replace("<", "&lt;");
    return MARKS.matcher(plain).replaceAll("\\\\$0");
  }
}
