package dev.infill.evaluation.table;

import java.util.List;

/**
 * A row of a table.
 *
 * @param quoted whether its figures are quoted from others rather than measured
 * @param cells a value for each column; an undefined number is NaN
 */
public record Row(boolean quoted, List<Object> cells) {
  /** Copies the list. */
  public Row {
    cells = List.copyOf(cells);
  }

  /** Returns a row of measured figures. */
  public static Row of(List<?> cells) {
    return new Row(false, List.copyOf(cells));
  }

  /** Returns a row of measured figures. */
  public static Row of(Object... cells) {
    return of(List.of(cells));
  }
}
