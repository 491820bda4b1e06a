package dev.infill.core.chain;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Counts the model passes of one job, and refuses the next one when the job is to stop. The first
 * is made in any case: chains start from it. Thread-safe.
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
   * Counts sequences that are about to go through the model.
   *
   * @throws CancellationException if the job is to stop
   */
  @Override
  public void accept(int more) {
    if (sequences.get() > 0 && isStopped()) {
      throw new CancellationException("the job was asked to stop");
    }
    sequences.addAndGet(more);
  }

  /**
   * Allows passes from now on until the job is {@linkplain Cancellation#end ended}, to finish the
   * answer.
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
   * @return the result of the work; empty if it was cut short
   */
  public <T> Optional<T> unlessStopped(Supplier<T> work) {
    return Cancellation.unless(this::isStopped, work);
  }

  /** Returns the request to stop. */
  public Cancellation stop() {
    return stop;
  }

  /** Returns the number of sequences that went through the model. */
  public long count() {
    return sequences.get();
  }
}
