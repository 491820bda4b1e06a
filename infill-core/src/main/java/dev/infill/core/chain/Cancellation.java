package dev.infill.core.chain;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request to stop that one thread makes and a running job sees within one step. Thread-safe; once
 * cancelled, cancelled for good.
 */
public final class Cancellation {
  private final AtomicBoolean cancelled = new AtomicBoolean();

  /** Asks the job to stop. */
  public void cancel() {
    cancelled.set(true);
  }

  /** Says whether the job was asked to stop. */
  public boolean isCancelled() {
    return cancelled.get();
  }
}
