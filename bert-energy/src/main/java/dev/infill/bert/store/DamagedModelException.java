package dev.infill.bert.store;

/** A compiled model is not as it was written. The message names the file and the damage. */
class DamagedModelException extends Exception {
  DamagedModelException(String message) {
    super(message);
  }

  DamagedModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
