package dev.infill.bert.runtime;

/**
 * A native library (ONNX Runtime, the tokenizer) failed, through no fault of the user's input: out
 * of memory, a broken installation. The message is one line and ends with that of the library.
 */
public class RuntimeFailureException extends RuntimeException {
  /**
   * Creates the error.
   *
   * @param what the failure, without a full stop
   * @param cause the cause; the first line of its innermost message ends this message
   */
  public RuntimeFailureException(String what, Throwable cause) {
    super(what + ": " + reason(cause), cause);
  }

  RuntimeFailureException(String message) {
    super(message);
  }

  /**
   * The reason why a library was not loaded hides in an initialiser's error. An interrupt has no
   * message.
   */
  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null || cause instanceof InterruptedException
        ? String.valueOf(failure.getMessage()).lines().findFirst().orElse("")
        : reason(cause);
  }
}
