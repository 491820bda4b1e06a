package dev.infill.evaluation.report;

import java.util.Arrays;
import java.util.List;

/**
 * A row of a table.
 *
 * @param published whether it is quoted rather than measured
 * @param cells one per column; the first says what the row is about
 */
record Row(boolean published, List<Cell> cells) {
  /** Copies the list. */
  Row {
    cells = List.copyOf(cells);
  }

  static Row of(List<Cell> cells) {
    return new Row(false, cells);
  }

  static Row of(String... cells) {
    return of(Arrays.stream(cells).map(Cell::of).toList());
  }
}
