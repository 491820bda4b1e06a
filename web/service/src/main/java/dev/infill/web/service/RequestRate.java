package dev.infill.web.service;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How often somebody may ask: so many times a minute, which may come at once after a minute of none
 * (a token bucket). Thread-safe.
 */
final class RequestRate {
  private final long nanosPerRequest;
  private final long most;
  private final LongSupplier clock;

  /** When the last of what was asked for would have been, one after another at this rate. */
  private long until;

  /**
   * Creates the rate of somebody who has not asked yet.
   *
   * @param perMinute how many requests, at least 1
   * @param clock tells nanoseconds, as {@link System#nanoTime()} does
   */
  RequestRate(int perMinute, LongSupplier clock) {
    this.nanosPerRequest = Duration.ofMinutes(1).toNanos() / perMinute;
    this.most = nanosPerRequest * perMinute;
    this.clock = clock;
    this.until = clock.getAsLong();
  }

  /**
   * Counts a request.
   *
   * @return how long to wait until it may be asked; zero if it is let in
   */
  synchronized Duration ask() {
    long now = clock.getAsLong();
    long ahead = Math.max(0, until - now);
    if (ahead + nanosPerRequest > most) {
      return Duration.ofNanos(ahead + nanosPerRequest - most);
    }
    until = now + ahead + nanosPerRequest;
    return Duration.ZERO;
  }
}
