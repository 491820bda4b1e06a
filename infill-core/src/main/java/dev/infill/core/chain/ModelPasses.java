package dev.infill.core.chain;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The model passes of one job: counts them, and cuts off what asks for the next one when the job is
 * to stop. The first is made in any case: chains start from it. Thread-safe.
 */
public final class ModelPasses implements IntConsumer {
  private final Cancellation stop;
  private final AtomicLong sequences = new AtomicLong();
  private volatile boolean finishing;

  /**
   * Starts with no pass.
   *
   * @param stop asks the job to stop
   */
  public ModelPasses(Cancellation stop) {
    this.stop = stop;
  }

  /**
   * Counts a pass that is about to be made.
   *
   * @throws CancellationException if it is not to be made, as the job is to stop
   */
  @Override
  public void accept(int more) {
    if (sequences.get() > 0 && isStopped()) {
      throw new CancellationException("the job was asked to stop");
    }
    sequences.addAndGet(more);
  }

  /**
   * Lets passes be made from now on until the job is ended: those that make an answer of what was
   * found.
   */
  public void finish() {
    finishing = true;
  }

  private boolean isStopped() {
    return finishing ? stop.isEnded() : stop.isCancelled();
  }

  /**
   * Does work that a stop may cut short.
   *
   * @return what it gives; empty if it was cut short
   */
  public <T> Optional<T> unlessStopped(Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (CancellationException e) {
      if (isStopped()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns what asks the job to stop. */
  public Cancellation stop() {
    return stop;
  }

  /** Returns how many sequences went through the model so far. */
  public long count() {
    return sequences.get();
  }
}
