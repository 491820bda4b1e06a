package dev.infill.evaluation.report;

import dev.infill.evaluation.summary.ExperimentData;
import dev.infill.evaluation.summary.ExperimentSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The results of an experiment as text for a terminal. A table that is wider than the terminal goes
 * on below, with its first column again.
 */
final class TextTable implements ReportSink {
  private static final String GAP = "  ";

  private final int width;
  private final List<String> blocks = new ArrayList<>();

  private TextTable(int width) {
    this.width = width;
  }

  /**
   * Returns the results, ending with a line's end.
   *
   * @param data what was run
   * @param summary what it comes to
   * @param width the width of a line, in characters
   */
  static String render(ExperimentData data, ExperimentSummary summary, int width) {
    TextTable table = new TextTable(width);
    new ReportTables(data, summary).results(table);
    return String.join("\n\n", table.blocks) + "\n";
  }

  @Override
  public void heading(int level, String text) {
    blocks.add(
        String.join("\n", wrapped(text, width))
            + "\n"
            + (level == 1 ? "=" : "-").repeat(Math.min(width, text.length())));
  }

  @Override
  public void paragraph(String text) {
    blocks.add(String.join("\n", wrapped(text, width)));
  }

  @Override
  public void items(List<String> items) {
    blocks.add(
        items.stream()
            .map(item -> "- " + String.join("\n  ", wrapped(item, width - 2)))
            .collect(Collectors.joining("\n")));
  }

  @Override
  public void table(Grid grid, boolean captioned) {
    int columns = grid.columns().size();
    int[] widths = IntStream.range(0, columns).map(column -> wanted(grid, column)).toArray();
    widths[0] = Math.min(widths[0], width / 2);
    List<String> parts = new ArrayList<>();
    int next = 1;
    while (next < columns) {
      List<Integer> shown = new ArrayList<>(List.of(0));
      int room = width - widths[0];
      do {
        widths[next] = Math.min(widths[next], width - widths[0] - GAP.length());
        room -= GAP.length() + widths[next];
        shown.add(next++);
      } while (next < columns && GAP.length() + widths[next] <= room);
      parts.add(part(grid, shown, widths));
    }
    String table = String.join("\n\n", parts);
    if (captioned) {
      paragraph(grid.caption());
    }
    blocks.add(table);
  }

  /** Returns the width in which no cell is broken; headings may be, between words. */
  private static int wanted(Grid grid, int column) {
    return Stream.concat(
            Arrays.stream(grid.columns().get(column).fullName().split(" ", -1)),
            grid.rows().stream().map(row -> row.cells().get(column).text()))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }

  private static String part(Grid grid, List<Integer> shown, int[] widths) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        row(
            grid,
            shown,
            widths,
            shown.stream().map(k -> grid.columns().get(k).fullName()).toList()));
    lines.add(
        shown.stream().map(column -> "-".repeat(widths[column])).collect(Collectors.joining(GAP)));
    for (Row row : grid.rows()) {
      lines.addAll(
          row(grid, shown, widths, shown.stream().map(k -> row.cells().get(k).text()).toList()));
    }
    return String.join("\n", lines);
  }

  /** Returns the lines of a row, of which there are as many as its longest cell takes. */
  private static List<String> row(
      Grid grid, List<Integer> shown, int[] widths, List<String> cells) {
    List<List<String>> wrapped = new ArrayList<>();
    for (int k = 0; k < cells.size(); k++) {
      wrapped.add(wrapped(cells.get(k), widths[shown.get(k)]));
    }
    int height = wrapped.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < height; line++) {
      StringBuilder built = new StringBuilder();
      for (int k = 0; k < cells.size(); k++) {
        String text = line < wrapped.get(k).size() ? wrapped.get(k).get(line) : "";
        String space = " ".repeat(Math.max(0, widths[shown.get(k)] - text.length()));
        built.append(k == 0 ? "" : GAP);
        built.append(grid.columns().get(shown.get(k)).numeric() ? space + text : text + space);
      }
      lines.add(built.toString().stripTrailing());
    }
    return lines;
  }

  /** Breaks a text between words; a word that is too long is cut. */
  private static List<String> wrapped(String text, int width) {
    int room = Math.max(1, width);
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split("\\s+", -1)) {
      String rest = word;
      if (line.length() > 0 && line.length() + 1 + rest.length() > room) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (rest.length() > room) {
        lines.add(rest.substring(0, room));
        rest = rest.substring(room);
      }
      line.append(line.length() > 0 ? " " : "").append(rest);
    }
    lines.add(line.toString());
    return lines;
  }
}
