package dev.infill.evaluation.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table as text. If it is wider than a line, parts of it stand below each other. */
final class TextForm {
  private static final String GAP = "  ";

  private final List<Column> columns;
  private final List<List<String>> rows;
  private final int width;
  private final int[] widths;

  /**
   * Lays out a table.
   *
   * @param width the width of a line, in characters
   */
  TextForm(Table table, int width) {
    this.columns = table.columns();
    this.rows =
        table.rows().stream()
            .map(row -> table.shown(row).stream().map(Cell::text).toList())
            .toList();
    this.width = width;
    this.widths = IntStream.range(0, columns.size()).map(this::wanted).toArray();
    widths[0] = Math.min(widths[0], width / 2);
    for (int k = 1; k < widths.length; k++) {
      widths[k] = Math.min(widths[k], width - widths[0] - GAP.length());
    }
  }

  /** Returns the width in which no cell is broken; headings may be, between words. */
  private int wanted(int column) {
    return Stream.concat(
            Arrays.stream(columns.get(column).fullName().split(" ", -1)),
            rows.stream().map(row -> row.get(column)))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }

  /** Returns the lines, each with its end; an empty one between parts. */
  String lines() {
    List<String> parts = new ArrayList<>();
    int next = 1;
    do {
      List<Integer> shown = new ArrayList<>(List.of(0));
      int room = width - widths[0];
      while (next < columns.size() && (shown.size() == 1 || GAP.length() + widths[next] <= room)) {
        room -= GAP.length() + widths[next];
        shown.add(next++);
      }
      parts.add(part(shown));
    } while (next < columns.size());
    return String.join("\n", parts);
  }

  private String part(List<Integer> shown) {
    List<String> lines = new ArrayList<>();
    lines.addAll(row(shown, columns.stream().map(Column::fullName).toList()));
    lines.add(
        shown.stream().map(column -> "-".repeat(widths[column])).collect(Collectors.joining(GAP)));
    rows.forEach(row -> lines.addAll(row(shown, row)));
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** Returns the lines of a row; its longest cell decides how many. */
  private List<String> row(List<Integer> shown, List<String> cells) {
    List<List<String>> wrapped = shown.stream().map(k -> wrapped(cells.get(k), widths[k])).toList();
    int height = wrapped.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < height; line++) {
      StringBuilder built = new StringBuilder();
      for (int k = 0; k < shown.size(); k++) {
        String text = line < wrapped.get(k).size() ? wrapped.get(k).get(line) : "";
        String space = " ".repeat(Math.max(0, widths[shown.get(k)] - text.length()));
        built.append(k == 0 ? "" : GAP);
        built.append(columns.get(shown.get(k)).isNumeric() ? space + text : text + space);
      }
      lines.add(built.toString().stripTrailing());
    }
    return lines;
  }

  /** Breaks a text between words; a word that is too long is cut. */
  static List<String> wrapped(String text, int width) {
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
