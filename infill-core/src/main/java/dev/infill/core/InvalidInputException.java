package dev.infill.core;

/**
 * Input that cannot be used and that its author can correct. The message is one line that users
 * see: the fault, its place, and the right input.
 */
public final class InvalidInputException extends IllegalArgumentException {
  private final String field;

  /**
   * Creates the error.
   *
   * @param field the setting or input that is wrong, by the name its user knows ({@code text},
   *     {@code alpha}, {@code allow})
   * @param message one line: the fault, its place, and the right input
   */
  public InvalidInputException(String field, String message) {
    super(message);
    this.field = field;
  }

  /**
   * Creates the error with its cause.
   *
   * @param field as above
   * @param message as above
   * @param cause the exception that tells of it
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
