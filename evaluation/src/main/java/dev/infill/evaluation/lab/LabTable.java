package dev.infill.evaluation.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Figures as comma-separated values (RFC 4180), with a heading. What is undefined is empty. */
final class LabTable {
  private static final String END = "\r\n";

  private final List<String> columns;
  private final List<String> lines = new ArrayList<>();

  LabTable(String... columns) {
    this.columns = List.of(columns);
    add((Object[]) columns);
  }

  /** Adds a row of texts and numbers, one per column. */
  final void add(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + columns.size() + " columns");
    }
    lines.add(Arrays.stream(cells).map(LabTable::cell).collect(Collectors.joining(",")));
  }

  private static String cell(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return Double.isNaN(number) ? "" : number > 0 ? "inf" : "-inf";
    }
    String text = value.toString();
    return text.contains(",") || text.contains("\"")
        ? "\"" + text.replace("\"", "\"\"") + "\""
        : text;
  }

  @Override
  public String toString() {
    return String.join(END, lines) + END;
  }
}
