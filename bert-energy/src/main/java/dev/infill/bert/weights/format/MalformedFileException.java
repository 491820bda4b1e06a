package dev.infill.bert.weights.format;

import java.io.IOException;

/** A file that is damaged or is not what it should be; the message continues its name. */
public final class MalformedFileException extends IOException {
  public MalformedFileException(String message) {
    super(message);
  }

  public MalformedFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
