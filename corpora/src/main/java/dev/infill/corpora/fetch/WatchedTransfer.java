package dev.infill.corpora.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream in a thread of its own, which is watched: the JDK's HTTP client has a time limit
 * for the headers alone, and Java 17's streams of bodies take no notice of interrupts.
 */
final class WatchedTransfer {
  private static final long POLL_MILLISECONDS = 100;

  private final InputStream stream;
  private final Duration patience;
  private final BooleanSupplier cancelled;
  private final LongSupplier nanoTime;
  private volatile long movedAt;

  WatchedTransfer(
      InputStream stream, Duration patience, BooleanSupplier cancelled, LongSupplier nanoTime) {
    this.stream = stream;
    this.patience = patience;
    this.cancelled = cancelled;
    this.nanoTime = nanoTime;
    this.movedAt = nanoTime.getAsLong();
  }

  /** How a transfer came to its end. */
  enum End {
    FINISHED,
    CANCELLED,
    STALLED,
    INTERRUPTED
  }

  /** Reads the stream to its end. */
  @FunctionalInterface
  interface Task {
    void run() throws IOException;
  }

  /** Says that something came. */
  void moved() {
    movedAt = nanoTime.getAsLong();
  }

  /**
   * Runs a task until it ends or is to be stopped; its thread has ended when this returns.
   *
   * @throws IOException if the task failed on its own
   */
  End run(Task task) throws IOException {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            run -> {
              Thread daemon = new Thread(run, "infill-fetch");
              daemon.setDaemon(true);
              return daemon;
            });
    try {
      Future<?> transfer =
          thread.submit(
              () -> {
                task.run();
                return null;
              });
      End end = watch(transfer);
      if (end == End.FINISHED) {
        return end;
      }
      // The read that waits fails now.
      stream.close();
      thread.shutdown();
      awaitEnd(thread);
      return end;
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      thread.shutdownNow();
    }
  }

  private End watch(Future<?> transfer) throws ExecutionException {
    while (true) {
      try {
        transfer.get(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
        return End.FINISHED;
      } catch (TimeoutException e) {
        if (cancelled.getAsBoolean()) {
          return End.CANCELLED;
        }
        if (nanoTime.getAsLong() - movedAt > patience.toNanos()) {
          return End.STALLED;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return End.INTERRUPTED;
      }
    }
  }

  private static void awaitEnd(ExecutorService thread) {
    boolean interrupted = Thread.interrupted();
    boolean ended = false;
    while (!ended) {
      try {
        ended = thread.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static IOException failure(@Nullable Throwable cause) {
    if (cause instanceof IOException failure) {
      return failure;
    }
    if (cause instanceof RuntimeException bug) {
      throw bug;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("a transfer failed with what it cannot throw", cause);
  }
}
