package dev.infill.web.service;

import java.time.Duration;
import java.util.Optional;

/** A request that is not answered, for a reason that its client is told. */
final class ProblemException extends RuntimeException {
  private static final Duration RESTART = Duration.ofSeconds(10);

  private final int status;
  private final Optional<String> field;
  private final Optional<Duration> retryAfter;

  private ProblemException(
      int status, String detail, Optional<String> field, Optional<Duration> retryAfter) {
    super(detail);
    this.status = status;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  /**
   * Returns a problem.
   *
   * @param status the HTTP status
   * @param detail one line: what is wrong, and what would be right
   */
  static ProblemException of(int status, String detail) {
    return new ProblemException(status, detail, Optional.empty(), Optional.empty());
  }

  /**
   * Returns a problem of one member of the request.
   *
   * @param status the HTTP status
   * @param field the member
   * @param detail one line
   */
  static ProblemException ofField(int status, String field, String detail) {
    return new ProblemException(status, detail, Optional.of(field), Optional.empty());
  }

  /**
   * Returns a problem that passes.
   *
   * @param status the HTTP status
   * @param retryAfter when it may have passed
   * @param detail one line
   */
  static ProblemException passing(int status, Duration retryAfter, String detail) {
    return new ProblemException(status, detail, Optional.empty(), Optional.of(retryAfter));
  }

  /** Returns the problem of whoever comes too late, or is still there, when a service is closed. */
  static ProblemException closing() {
    return passing(503, RESTART, "the service is being closed");
  }

  /** Returns the problem of whoever Jetty does not let in, which does not say why. */
  static ProblemException unavailable() {
    return passing(503, RESTART, "the service is being closed, or has no thread for this request");
  }

  int status() {
    return status;
  }

  Optional<String> field() {
    return field;
  }

  Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
