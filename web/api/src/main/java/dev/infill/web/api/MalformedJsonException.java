package dev.infill.web.api;

/** A body that is no JSON object in UTF-8. The message is one line, fit to be shown as it is. */
public final class MalformedJsonException extends RuntimeException {
  MalformedJsonException(String message) {
    super(message);
  }

  MalformedJsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
