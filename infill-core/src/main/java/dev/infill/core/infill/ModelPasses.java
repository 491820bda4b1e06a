package dev.infill.core.infill;

import dev.infill.core.chain.Cancellation;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * The model passes of one job: counts them, and cuts off what asks for the next one when the job is
 * to stop. The first is made in any case: chains start from it. Thread-safe.
 */
final class ModelPasses implements IntConsumer {
  private final Cancellation stop;
  private final AtomicLong sequences = new AtomicLong();
  private volatile boolean finishing;

  /**
   * Starts with no pass.
   *
   * @param stop asks the job to stop
   */
  ModelPasses(Cancellation stop) {
    this.stop = stop;
  }

  /**
   * Counts a pass that is about to be made.
   *
   * @throws CancellationException if it is not to be made, as the job is to stop
   */
  @Override
  public void accept(int more) {
    if (!finishing && sequences.get() > 0 && stop.isCancelled()) {
      throw new CancellationException("the job was asked to stop");
    }
    sequences.addAndGet(more);
  }

  /** Lets all passes be made from now on: those that make an answer of what was found. */
  void finish() {
    finishing = true;
  }

  /**
   * Does work that a stop may cut short, unless all passes are made from now on.
   *
   * @return whether it was done to its end
   */
  boolean unlessStopped(Runnable work) {
    if (finishing) {
      work.run();
      return true;
    }
    return stop.unlessCancelled(
            () -> {
              work.run();
              return true;
            })
        .orElse(false);
  }

  /** Returns what asks the job to stop. */
  Cancellation stop() {
    return stop;
  }

  /** Returns how many sequences went through the model so far. */
  long count() {
    return sequences.get();
  }
}
