package dev.infill.core.chain;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request to stop that one thread makes and a running job sees before its next model pass.
 * Thread-safe; once cancelled, cancelled for good.
 */
public final class Cancellation {
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final @Nullable Thread thread;
  private final BooleanSupplier otherwise;
  private final BooleanSupplier otherwiseEnded;

  /** Creates a request that was not made yet. */
  public Cancellation() {
    this(null, () -> false, () -> false);
  }

  private Cancellation(
      @Nullable Thread thread, BooleanSupplier otherwise, BooleanSupplier otherwiseEnded) {
    this.thread = thread;
    this.otherwise = otherwise;
    this.otherwiseEnded = otherwiseEnded;
  }

  /**
   * Returns the cancellation of a job that the calling thread runs: cancelled when this one is, or
   * when that thread is interrupted. Cancelling it leaves this one as it is.
   */
  public Cancellation ofThisThread() {
    Thread runs = Thread.currentThread();
    return runs == thread
        ? this
        : new Cancellation(runs, () -> isCancelled() || runs.isInterrupted(), () -> isEnded());
  }

  /** Asks the job to stop. */
  public void cancel() {
    cancelled.set(true);
  }

  /** Says whether the job was asked to stop. */
  public boolean isCancelled() {
    if (!cancelled.get() && otherwise.getAsBoolean()) {
      cancelled.set(true);
    }
    return cancelled.get();
  }

  /**
   * Asks the job to stop before its next model pass, even if that is one that makes an answer of
   * what was found: what is finished by then is returned.
   */
  public void end() {
    ended.set(true);
    cancel();
  }

  /** Says whether the job was asked to stop whatever it does. */
  public boolean isEnded() {
    return ended.get() || otherwiseEnded.getAsBoolean();
  }

  /**
   * Does work that a cancellation may cut short.
   *
   * @param work throws a {@link CancellationException} if it is cut short; whatever else it throws
   *     is thrown, and so is that exception if nothing was cancelled
   * @return what the work gives; empty if it was cut short
   */
  public <T> Optional<T> unlessCancelled(Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (CancellationException e) {
      if (isCancelled()) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
