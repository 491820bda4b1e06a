package dev.infill.bert.store;

/** A compiled model is not as it was written; the message says which file and how. */
final class DamagedModelException extends Exception {
  DamagedModelException(String message) {
    super(message);
  }

  DamagedModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
