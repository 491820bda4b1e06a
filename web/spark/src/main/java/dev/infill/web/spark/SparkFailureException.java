package dev.infill.web.spark;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Spark could not finish a job, for a reason of its own. The message is one line. */
final class SparkFailureException extends UncheckedIOException {
  /**
   * Creates the error.
   *
   * @param cause what Spark has thrown; the first line of its message ends this one's
   */
  SparkFailureException(Throwable cause) {
    super("Spark cannot finish the job: " + reason(cause), new IOException(cause));
  }

  static String reason(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.toString()
        : message.lines().findFirst().orElse("");
  }
}
