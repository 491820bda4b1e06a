package dev.infill.evaluation.lab;

import dev.infill.corpora.file.CsvLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All figures of a run: rows under a heading, from which drawings are made, and which become
 * comma-separated values (RFC 4180). An undefined figure is empty there.
 */
final class LabTable {
  private final LabListener listener;
  private final List<String> columns;
  private final Optional<Long> seed;
  private final List<List<Object>> rows = new ArrayList<>();
  private final StringBuilder lines = new StringBuilder();

  /**
   * Begins.
   *
   * @param listener is told every line
   * @param heading the columns, between commas
   * @param seed the first cell of all rows, if there is one
   * @param hasHeading whether the heading is written; it is not for a table that follows another
   */
  LabTable(LabListener listener, String heading, Optional<Long> seed, boolean hasHeading) {
    this.listener = listener;
    this.columns = List.of(heading.split(","));
    this.seed = seed;
    if (hasHeading) {
      write(seed.map(any -> "seed"), columns.stream());
    }
  }

  /** Adds a row of texts and numbers, one per column; an empty text where a column has none. */
  void add(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + columns.size() + " columns");
    }
    rows.add(List.of(cells));
    write(seed.map(String::valueOf), Arrays.stream(cells).map(LabTable::cell));
  }

  private void write(Optional<String> first, Stream<String> cells) {
    String line = CsvLine.of(Stream.concat(first.stream(), cells).toArray(String[]::new));
    lines.append(line);
    listener.onLine(line);
  }

  private static String cell(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return Double.isNaN(number) ? "" : number > 0 ? "inf" : "-inf";
    }
    return value.toString();
  }

  /** Returns the rows so far. */
  Rows rows() {
    return new Rows(columns, rows);
  }

  @Override
  public String toString() {
    return lines.toString();
  }
}
