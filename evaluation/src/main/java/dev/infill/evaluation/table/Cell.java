package dev.infill.evaluation.table;

/**
 * A cell as people see it.
 *
 * @param value the figure or the words
 * @param detail what follows in smaller type, such as an interval; may be empty
 */
public record Cell(String value, String detail) {
  /** Returns the value with its detail. */
  public String text() {
    return detail.isEmpty() ? value : value + " " + detail;
  }
}
