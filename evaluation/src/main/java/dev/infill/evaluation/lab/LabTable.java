package dev.infill.evaluation.lab;

import dev.infill.corpora.file.CsvLine;
import java.util.Arrays;
import java.util.List;

/** Figures as comma-separated values (RFC 4180), with a heading. What is undefined is empty. */
final class LabTable {
  private final LabListener listener;
  private final List<String> columns;
  private final StringBuilder lines = new StringBuilder();

  /**
   * Begins with the heading.
   *
   * @param listener is told every line
   */
  LabTable(LabListener listener, String... columns) {
    this.listener = listener;
    this.columns = List.of(columns);
    add((Object[]) columns);
  }

  /** Adds a row of texts and numbers, one per column. */
  final void add(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + columns.size() + " columns");
    }
    String line = CsvLine.of(Arrays.stream(cells).map(LabTable::cell).toArray(String[]::new));
    lines.append(line);
    listener.onLine(line);
  }

  private static String cell(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return Double.isNaN(number) ? "" : number > 0 ? "inf" : "-inf";
    }
    return value.toString();
  }

  @Override
  public String toString() {
    return lines.toString();
  }
}
