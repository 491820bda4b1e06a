package dev.infill.corpora.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Closes a stream out of which nothing comes any more, or which is to be left alone: the read that
 * waits for it fails then. The JDK's client has a time limit for the headers alone.
 */
final class StallGuard implements Closeable {
  private static final long POLL_MILLISECONDS = 100;

  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "infill-fetch-watch");
            thread.setDaemon(true);
            return thread;
          });
  private final long patienceNanos;
  private volatile long movedAt = System.nanoTime();
  private volatile boolean stalled;
  private final ScheduledFuture<?> looking;

  StallGuard(InputStream stream, Duration patience, BooleanSupplier cancelled) {
    patienceNanos = patience.toNanos();
    looking =
        watch.scheduleWithFixedDelay(
            () -> look(stream, cancelled),
            POLL_MILLISECONDS,
            POLL_MILLISECONDS,
            TimeUnit.MILLISECONDS);
  }

  private void look(InputStream stream, BooleanSupplier cancelled) {
    stalled = System.nanoTime() - movedAt > patienceNanos;
    if (stalled || cancelled.getAsBoolean()) {
      close(stream);
    }
  }

  private void close(InputStream stream) {
    try {
      stream.close();
      watch.shutdown();
    } catch (IOException e) {
      // The reader hears of it by its own read, and is looked after again in a moment.
      stalled = true;
    }
  }

  /** Says that something came. */
  void moved() {
    movedAt = System.nanoTime();
  }

  boolean hasStalled() {
    return stalled;
  }

  @Override
  public void close() {
    looking.cancel(false);
    watch.shutdownNow();
  }
}
