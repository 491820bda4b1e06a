package dev.infill.web.service;

import dev.infill.core.chain.Cancellation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work for the model, with a client that waits for it. Thread-safe.
 *
 * @param <T> what it gives
 */
final class Job<T> {
  /**
   * What a job does.
   *
   * @param <T> what it gives
   */
  @FunctionalInterface
  interface Work<T> {
    /**
     * Does it.
     *
     * @param job the job, which may be asked to stop
     */
    T run(Job<T> job);
  }

  /**
   * How many bytes of Java's heap a job takes at most, as estimated.
   *
   * @param waiting while it waits
   * @param running while it runs
   * @param answered from its end until its answer is written
   */
  record Memory(long waiting, long running, long answered) {}

  /** Nobody waits for the job any more. */
  static final class AbandonedException extends RuntimeException {
    AbandonedException() {
      super("whoever asked is gone", null, false, false);
    }
  }

  /** How long work that was asked to stop may go on to score what it has found. */
  private static final Duration LAST_SCORES = Duration.ofSeconds(20);

  private final Work<T> work;
  private final Memory memory;
  private final Duration most;
  private final Runnable onLate;
  private final LongSupplier clock;
  private final Cancellation cancellation = new Cancellation();
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private final AtomicBoolean late = new AtomicBoolean();

  /** Why the work was aborted; null before that. */
  private final AtomicReference<@Nullable RuntimeException> aborted = new AtomicReference<>();

  private volatile long began;
  private volatile boolean running;

  /** When it was asked to stop, as {@link System#nanoTime} tells it; 0 before that. */
  private final AtomicLong stopped = new AtomicLong();

  /**
   * Creates a job.
   *
   * @param memory how much of Java's heap it takes
   * @param most how long it may run
   * @param onLate is run once if it runs for longer
   * @param work what it does
   */
  Job(Memory memory, Duration most, Runnable onLate, Work<T> work) {
    this(memory, most, onLate, work, System::nanoTime);
  }

  /** Creates a job that reads a clock of somebody's making, in nanoseconds. */
  Job(Memory memory, Duration most, Runnable onLate, Work<T> work, LongSupplier clock) {
    this.clock = clock;
    this.memory = memory;
    this.most = most;
    this.onLate = onLate;
    this.work = work;
  }

  /** Returns how much of Java's heap it takes. */
  Memory memory() {
    return memory;
  }

  /**
   * Does the work, and keeps what it gives or throws.
   *
   * @param leave gives its place to others, before its client is notified that it is done: a client
   *     that asks again at once must not find the place taken by what it has the answer of
   */
  void run(Runnable leave) {
    Runnable tell;
    began = clock.getAsLong();
    running = true;
    try {
      requireWanted();
      T given = work.run(this);
      tell = () -> result.complete(given);
    } catch (Throwable e) {
      // An error, such as memory that is short, is this job's alone: its client is answered.
      tell = () -> result.completeExceptionally(e);
    }
    try {
      leave.run();
    } finally {
      tell.run();
    }
  }

  /** Ends the job, which has not begun, with a failure. */
  void fail(Throwable failure) {
    result.completeExceptionally(failure);
  }

  /** Returns what asks the work to stop before its next model pass. */
  Cancellation cancellation() {
    return cancellation;
  }

  /** Asks the work to stop and to give what it has found so far. */
  void cancel() {
    long now = clock.getAsLong();
    stopped.compareAndSet(0, now == 0 ? -1 : now);
    cancellation.cancel();
  }

  /**
   * Asks the work to stop if it has run for too long, and to give what is finished if it goes on
   * for too long after it was asked to. Done by whoever waits, and before each model pass: a client
   * that reads slowly holds up the former.
   */
  void checkTime() {
    long now = clock.getAsLong();
    if (running && now - began >= most.toNanos() && !late.getAndSet(true)) {
      cancel();
      onLate.run();
    }
    long asked = stopped.get();
    if (asked != 0 && now - asked >= LAST_SCORES.toNanos()) {
      cancellation.end();
    }
  }

  /**
   * Ends the work before its next model pass, whatever it has found.
   *
   * @param reason the failure of the work
   * @return whether this is the first reason
   */
  boolean abort(RuntimeException reason) {
    boolean isFirst = aborted.compareAndSet(null, reason);
    cancellation.cancel();
    return isFirst;
  }

  /** Says whether nobody waits any more. */
  boolean isAbandoned() {
    return aborted.get() instanceof AbandonedException;
  }

  /**
   * Asks whether work may go on, at least to score what it has found.
   *
   * @throws AbandonedException if nobody waits for it
   * @throws ProblemException if it was aborted otherwise
   */
  void requireWanted() {
    checkTime();
    RuntimeException reason = aborted.get();
    if (reason != null) {
      throw late.get() && !isAbandoned() ? tookTooLong() : reason;
    }
  }

  /** Says that the work had nothing to give when its time was over. */
  static ProblemException tookTooLong() {
    return ProblemException.of(503, "the job took too long here; ask for less at once");
  }

  /**
   * Asks whether work is to go on that has nothing to give before it is done.
   *
   * @throws AbandonedException if nobody waits for it
   * @throws ProblemException if it was asked to stop, as it took too long or the service is being
   *     closed
   */
  void requireGoingOn() {
    requireWanted();
    if (late.get()) {
      throw tookTooLong();
    }
    if (cancellation.isCancelled()) {
      throw ProblemException.closing();
    }
  }

  /** Says whether the work is done, or has failed. */
  boolean isDone() {
    return result.isDone();
  }

  /**
   * Waits until the work is done.
   *
   * @param atMost how long
   * @return whether it is done
   */
  boolean await(Duration atMost) {
    try {
      result.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProblemException.closing();
    }
  }

  /** Returns what the work, which is done, has given, or throws what it has thrown. */
  T result() {
    try {
      return result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProblemException.closing();
    }
  }
}
