package dev.infill.bert.hub;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long is waited for others.
 *
 * @param silence how long nothing may come from a server
 * @param pause how long is waited before the first of several attempts is repeated; before each
 *     later one, twice as long as before the last
 * @param nanoTime the clock that silence is measured by, in nanoseconds from some moment
 */
record RetryPolicy(Duration silence, Duration pause, LongSupplier nanoTime) {
  /** How often something is attempted in vain. */
  static final int ATTEMPTS = 5;

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  static RetryPolicy usual() {
    return new RetryPolicy(Duration.ofSeconds(15), Duration.ofSeconds(1), System::nanoTime);
  }

  /**
   * Waits before another attempt.
   *
   * @param failures how many attempts failed, at least 1
   * @param wanted what the server asked for
   */
  void pause(int failures, Optional<Duration> wanted) {
    Duration own = pause.multipliedBy(1L << (failures - 1));
    Duration longest = wanted.orElse(own);
    try {
      Thread.sleep((longest.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longest).toMillis());
    } catch (InterruptedException e) {
      throw HubException.interrupted(e);
    }
  }
}
