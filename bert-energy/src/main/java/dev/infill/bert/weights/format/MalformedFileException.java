package dev.infill.bert.weights.format;

import java.io.IOException;

/** A file that is damaged or of another kind than expected; the message continues its name. */
public final class MalformedFileException extends IOException {
  /** Creates a failure. */
  public MalformedFileException(String message) {
    super(message);
  }

  /** Creates a failure with its cause. */
  public MalformedFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
