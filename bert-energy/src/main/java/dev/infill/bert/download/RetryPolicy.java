package dev.infill.bert.download;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long to wait for servers, and how often to ask them. Immutable.
 *
 * @param attempts the number of attempts, at least 1
 * @param silence how long a server may send nothing
 * @param pause the wait before the second attempt; it doubles before each later one
 * @param nanoTime the clock that measures silence, in nanoseconds from some moment
 */
public record RetryPolicy(int attempts, Duration silence, Duration pause, LongSupplier nanoTime) {
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** Asks once. */
  @FunctionalInterface
  public interface Attempt<T> {
    T make() throws IOException, InterruptedException;
  }

  /**
   * Asks until there is an answer.
   *
   * @param attempts how often to ask while failures may pass
   * @param attempt asks once
   * @throws IOException the failure of the last attempt, or one that does not pass
   * @throws InterruptedException if the thread is interrupted
   */
  public <T> T repeat(int attempts, Attempt<T> attempt) throws IOException, InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        return attempt.make();
      } catch (TransientHttpException | ConnectException e) {
        if (failures == attempts) {
          throw e;
        }
        pause(failures, e);
      }
    }
  }

  /**
   * Waits before another attempt, as long as the server asked for if it did.
   *
   * @param failures how many attempts failed, at least 1
   * @param last the last failure
   * @throws InterruptedException if the thread is interrupted
   */
  public void pause(int failures, IOException last) throws InterruptedException {
    Duration wanted =
        Optional.of(last)
            .filter(TransientHttpException.class::isInstance)
            .flatMap(transientFailure -> ((TransientHttpException) transientFailure).pause())
            .orElse(pause.multipliedBy(1L << (failures - 1)));
    Thread.sleep((wanted.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wanted).toMillis());
  }
}
