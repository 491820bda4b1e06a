package dev.infill.core.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Cuts a list of chains into batches and works on several at the same time.
 *
 * <p>An interrupt of the calling thread cancels what the work may look at, and stays set.
 */
final class BatchExecutor implements AutoCloseable {
  private final ChainThreads threads;
  private final int batch;
  private final Cancellation stop;

  /**
   * Prepares the threads.
   *
   * @param threads how many batches are worked on at the same time
   * @param batch how many chains a batch holds at most
   * @param stop is cancelled if the calling thread is interrupted while it waits
   */
  BatchExecutor(int threads, int batch, Cancellation stop) {
    this.threads = new ChainThreads(threads);
    this.batch = batch;
    this.stop = stop;
  }

  /** Works on some of the chains. */
  @FunctionalInterface
  interface Work<T> {
    /** Returns one result for each of the chains from … to − 1. */
    List<T> on(int from, int to);
  }

  /**
   * Works on all batches and returns the results in the order of the chains.
   *
   * @param size the number of chains
   * @param work is called from several threads; what it throws is thrown here, and batches that
   *     have not begun by then are dropped
   */
  <T> List<T> run(int size, Work<T> work) {
    List<Future<List<T>>> futures = new ArrayList<>();
    int from = 0;
    while (from < size) {
      int first = from;
      int last = first + Math.min(batch, size - first);
      futures.add(threads.executor().submit(() -> work.on(first, last)));
      from = last;
    }
    List<T> results = new ArrayList<>(size);
    try {
      for (Future<List<T>> future : futures) {
        results.addAll(result(future));
      }
    } finally {
      futures.forEach(future -> future.cancel(false));
    }
    return results;
  }

  private <T> T result(Future<T> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
          stop.cancel();
        }
      }
    } catch (ExecutionException e) {
      throw ChainThreads.unchecked(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    threads.close();
  }
}
