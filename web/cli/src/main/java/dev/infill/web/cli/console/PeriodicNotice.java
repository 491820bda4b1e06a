package dev.infill.web.cli.console;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Says how far a long job is where nobody sees a bar: a line a minute. Not thread-safe, but for
 * {@link #seconds}.
 */
public final class PeriodicNotice {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final ProgressDisplay display;
  private final LongSupplier clock;
  private final long began;
  private long noticed;

  /**
   * Begins to count the time.
   *
   * @param display where it says so
   * @param clock tells the time in nanoseconds, as {@link System#nanoTime}
   */
  public PeriodicNotice(ProgressDisplay display, LongSupplier clock) {
    this.display = display;
    this.clock = clock;
    this.began = clock.getAsLong();
    this.noticed = began;
  }

  /**
   * Prints a line if it is time.
   *
   * @param line makes the line
   */
  public void offer(Supplier<String> line) {
    long now = clock.getAsLong();
    if (now - noticed >= INTERVAL.toNanos() && !display.isVisible()) {
      noticed = now;
      display.notice(line.get());
    }
  }

  /** Returns how many seconds it has been since the beginning. */
  public double seconds() {
    return (clock.getAsLong() - began) / 1e9;
  }
}
