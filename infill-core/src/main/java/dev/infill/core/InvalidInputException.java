package dev.infill.core;

/**
 * Input that cannot be used and that its author can correct.
 *
 * <p>The message is one line, fit to be shown as it is: what is wrong, where, and what would be
 * right.
 */
public final class InvalidInputException extends IllegalArgumentException {
  private final String field;

  /**
   * Creates the error.
   *
   * @param field the setting or input that is wrong, by the name its user knows ({@code text},
   *     {@code alpha}, {@code allow})
   * @param message one line: what is wrong, where, and what would be right
   */
  public InvalidInputException(String field, String message) {
    super(message);
    this.field = field;
  }

  /**
   * As {@link #InvalidInputException(String, String)}, keeping what was thrown below.
   *
   * @param field the setting or input that is wrong
   * @param message one line: what is wrong, where, and what would be right
   * @param cause what was thrown below
   */
  public InvalidInputException(String field, String message, Throwable cause) {
    super(message, cause);
    this.field = field;
  }

  /** Returns the setting or input that is wrong, by the name its user knows. */
  public String field() {
    return field;
  }
}
