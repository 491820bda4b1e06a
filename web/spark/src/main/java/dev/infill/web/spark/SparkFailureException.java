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
    this("Spark cannot finish the job: " + reason(cause), cause);
  }

  private SparkFailureException(String message, Throwable cause) {
    super(message, new IOException(cause));
  }

  /**
   * Returns the error where Spark has stopped because none of its executors could be kept.
   *
   * @param cause what Spark has thrown, which says nothing of it
   */
  static SparkFailureException ofExecutors(Throwable cause) {
    return new SparkFailureException(
        "Spark has stopped before it was given the job, as it could start no executor; a local-cluster needs SPARK_HOME and SPARK_SCALA_VERSION=2.13",
        cause);
  }

  static String reason(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.toString()
        : message.lines().findFirst().orElse("");
  }
}
