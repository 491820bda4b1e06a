package dev.infill.core.chain;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads that chains are moved by. */
final class ChainThreads implements AutoCloseable {
  private final ExecutorService executor;

  /**
   * Prepares the threads; they are started when there is work.
   *
   * @param threads how many
   */
  ChainThreads(int threads) {
    this(
        threads,
        task -> {
          Thread thread = new Thread(task, "infill-chains");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Prepares threads of somebody's making.
   *
   * @param threads how many
   * @param factory makes them
   */
  ChainThreads(int threads, ThreadFactory factory) {
    this.executor = Executors.newFixedThreadPool(threads, factory);
  }

  ExecutorService executor() {
    return executor;
  }

  /**
   * Returns what the work of a thread threw, to be thrown by the thread that waits for it.
   *
   * @throws Error if it was one
   */
  static RuntimeException unchecked(@Nullable Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException exception
        ? exception
        : new IllegalStateException(thrown);
  }

  /** Waits until nothing is at work any more, so that the caller may close what the work uses. */
  @Override
  public void close() {
    executor.shutdown();
    boolean interrupted = false;
    boolean terminated = false;
    while (!terminated) {
      try {
        terminated = executor.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
