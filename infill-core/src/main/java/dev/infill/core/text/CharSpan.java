package dev.infill.core.text;

/**
 * A stretch of a string.
 *
 * @param start where it starts, in UTF-16 code units ({@code char}s)
 * @param end one past where it ends, start ≤ end
 */
public record CharSpan(int start, int end) {
  /**
   * Checks the order.
   *
   * @throws IllegalArgumentException if {@code start} is negative or above {@code end}
   */
  public CharSpan {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("no span from " + start + " to " + end);
    }
  }
}
