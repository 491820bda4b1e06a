package dev.infill.evaluation.report;

import java.util.List;

/**
 * A table, before it is Markdown or HTML.
 *
 * @param caption what it shows
 * @param columns the columns, at least one
 * @param rows the rows, each with a cell per column
 */
record Grid(String caption, List<Column> columns, List<Row> rows) {
  /** Copies the lists and checks the shape. */
  Grid {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.cells().size() != columns.size()) {
        throw new IllegalArgumentException(
            "%s: %d cells in %d columns".formatted(caption, row.cells().size(), columns.size()));
      }
    }
  }
}
