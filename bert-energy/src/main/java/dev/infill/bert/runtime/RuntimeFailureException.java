package dev.infill.bert.runtime;

/**
 * ONNX Runtime failed, through no fault of the user's input: out of memory, a broken installation.
 * The message is one line and ends with what ONNX Runtime said.
 */
public final class RuntimeFailureException extends RuntimeException {
  RuntimeFailureException(String what, Throwable cause) {
    super(what + ": " + firstLine(cause), cause);
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }
}
