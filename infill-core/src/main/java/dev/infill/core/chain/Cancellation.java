package dev.infill.core.chain;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request to stop, which a running job sees before its next model pass. Thread-safe. It is never
 * withdrawn.
 */
public final class Cancellation {
  private final @Nullable Cancellation outer;
  private final @Nullable Thread thread;
  private volatile boolean cancelled;
  private volatile boolean ended;

  /** Creates a request that was not made yet. */
  public Cancellation() {
    this(null, null);
  }

  private Cancellation(@Nullable Cancellation outer, @Nullable Thread thread) {
    this.outer = outer;
    this.thread = thread;
  }

  /**
   * Returns the cancellation of a job that the calling thread runs. It is cancelled with this one,
   * and when that thread is interrupted. Cancelling it leaves this one as it is.
   */
  public Cancellation ofThisThread() {
    Thread runs = Thread.currentThread();
    return runs == thread ? this : new Cancellation(this, runs);
  }

  /** Asks the job to stop. */
  public void cancel() {
    cancelled = true;
  }

  /** Says whether the job was asked to stop. */
  public boolean isCancelled() {
    if ((outer != null && outer.isCancelled()) || (thread != null && thread.isInterrupted())) {
      cancelled = true;
    }
    return cancelled;
  }

  /**
   * Asks the job to make no further model pass, not even to finish its answer. The job returns what
   * is finished by then.
   */
  public void end() {
    ended = true;
    cancel();
  }

  /** Says whether the job was asked to make no further model pass. */
  public boolean isEnded() {
    return ended || (outer != null && outer.isEnded());
  }

  /**
   * Does work that a cancellation may cut short.
   *
   * @param work throws a {@link CancellationException} if it is cut short; that exception is thrown
   *     on if nothing was cancelled, as are all others
   * @return the result of the work; empty if it was cut short
   */
  public <T> Optional<T> unlessCancelled(Supplier<T> work) {
    return unless(this::isCancelled, work);
  }

  static <T> Optional<T> unless(BooleanSupplier stopped, Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (CancellationException e) {
      if (stopped.getAsBoolean()) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
