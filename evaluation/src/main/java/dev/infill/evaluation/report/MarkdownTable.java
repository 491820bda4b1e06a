package dev.infill.evaluation.report;

import dev.infill.evaluation.experiment.ComparedAt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of an experiment as Markdown, without times: equal runs give equal text. */
public final class MarkdownTable {
  private final ExperimentData data;
  private final ExperimentSummary summary;
  private final List<String> blocks = new ArrayList<>();

  private MarkdownTable(ExperimentData data, ExperimentSummary summary) {
    this.data = data;
    this.summary = summary;
  }

  /**
   * Returns the tables, ending with a line's end.
   *
   * @param data what was run
   * @param summary what it comes to
   */
  public static String render(ExperimentData data, ExperimentSummary summary) {
    MarkdownTable table = new MarkdownTable(data, summary);
    table.build();
    return String.join("\n\n", table.blocks) + "\n";
  }

  private void build() {
    Grids grids = new Grids(data, summary);
    ReportWords words = new ReportWords(data, summary);
    blocks.add("# " + ReportWords.TITLE);
    blocks.add(
        escape(words.subject()) + ". " + words.intervals() + " ↓ lower is better, ↑ higher.");
    blocks.add("## The paper's claims");
    blocks.add(items(words.verdicts()));
    if (!summary.claims().isEmpty()) {
      blocks.add(ReportWords.CLAIM);
      blocks.add(table(grids.claims()));
      blocks.add(items(words.equalEnergies()));
    }
    for (ComparisonSummary comparison : summary.comparisons()) {
      blocks.add("## At " + Grids.name(comparison.comparison()));
      blocks.add(words.about(comparison.comparison()));
      add(grids.ofPaper(comparison));
      if (comparison.comparison() == ComparedAt.STEPS) {
        blocks.add(items(ReportWords.sources()));
      }
      add(grids.beyondPaper(comparison));
      if (!comparison.differences().isEmpty()) {
        add(grids.differences(comparison, comparison.toFirst()));
      }
    }
    if (summary.comparisons().size() > 1) {
      blocks.add("## Side by side");
      add(grids.sideBySide());
    }
    blocks.add("## How it was made");
    add(grids.samplers());
    add(Grids.settings("Signatures of the metrics", summary.signatures()));
    add(Grids.settings("Settings", data.settings()));
  }

  private void add(Grid grid) {
    blocks.add("**" + escape(grid.caption()) + "**");
    blocks.add(table(grid));
  }

  private static String table(Grid grid) {
    List<String> lines = new ArrayList<>();
    lines.add(line(grid.columns().stream().map(Column::fullName).toList()));
    lines.add(
        grid.columns().stream()
            .map(column -> column.numeric() ? "---:" : "---")
            .collect(Collectors.joining(" | ", "| ", " |")));
    for (Row row : grid.rows()) {
      lines.add(
          line(
              row.cells().stream()
                  .map(
                      cell ->
                          cell.detail().isEmpty()
                              ? cell.value()
                              : cell.value() + " " + cell.detail())
                  .toList()));
    }
    return String.join("\n", lines);
  }

  private static String line(List<String> cells) {
    return cells.stream().map(MarkdownTable::escape).collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String items(List<String> items) {
    return items.stream().map(item -> "- " + escape(item)).collect(Collectors.joining("\n"));
  }

  /** Markdown and the HTML in it would give some characters a meaning. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (String line : Arrays.asList(text.split("\\R", -1))) {
      if (!escaped.isEmpty()) {
        escaped.append(' ');
      }
      for (int i = 0; i < line.length(); i++) {
        char character = line.charAt(i);
        switch (character) {
          case '<' -> escaped.append("&lt;");
          case '&' -> escaped.append("&amp;");
          case '|', '\\', '*', '_', '`' -> escaped.append('\\').append(character);
          default -> escaped.append(character);
        }
      }
    }
    return escaped.toString();
  }
}
