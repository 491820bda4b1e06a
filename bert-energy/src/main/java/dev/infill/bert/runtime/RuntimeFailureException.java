package dev.infill.bert.runtime;

/**
 * ONNX Runtime failed, through no fault of the user's input: out of memory, a broken installation.
 * The message is one line and ends with what ONNX Runtime said.
 */
public final class RuntimeFailureException extends RuntimeException {
  RuntimeFailureException(String what, Throwable cause) {
    super(what + ": " + reason(cause), cause);
  }

  /**
   * The first line of the innermost message: what failed to load hides in an initialiser's error.
   */
  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null
        ? String.valueOf(failure.getMessage()).lines().findFirst().orElse("")
        : reason(cause);
  }
}
