package dev.infill.bert.download;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long is waited for servers, and how often they are asked. Immutable.
 *
 * @param attempts how often something is attempted in vain, at least 1
 * @param silence how long nothing may come from a server
 * @param pause how long is waited before the first attempt is repeated; before each later one,
 *     twice as long as before the last
 * @param nanoTime the clock that silence is measured by, in nanoseconds from some moment
 */
public record RetryPolicy(int attempts, Duration silence, Duration pause, LongSupplier nanoTime) {
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /**
   * Waits before another attempt.
   *
   * @param failures how many attempts failed, at least 1
   * @param wanted what the server asked for
   * @throws InterruptedException if the thread is interrupted
   */
  public void pause(int failures, Optional<Duration> wanted) throws InterruptedException {
    Duration longest = wanted.orElse(pause.multipliedBy(1L << (failures - 1)));
    Thread.sleep((longest.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longest).toMillis());
  }
}
