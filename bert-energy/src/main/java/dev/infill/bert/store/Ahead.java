package dev.infill.bert.store;

import dev.infill.core.energy.Batcher;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A value that a thread of its own makes while the thread that needs it does other work. */
public final class Ahead<T> {
  private final CompletableFuture<T> made;

  private Ahead(CompletableFuture<T> made) {
    this.made = made;
  }

  /**
   * Starts to make a value. The new thread has the context class loader of the calling one, which
   * finds native libraries.
   *
   * @param maker makes it; {@link #get()} throws the exceptions of the maker
   */
  public static <T> Ahead<T> start(Supplier<T> maker) {
    return new Ahead<>(
        CompletableFuture.supplyAsync(
            maker,
            task -> {
              Thread thread = new Thread(task, "infill-open");
              thread.setDaemon(true);
              thread.start();
            }));
  }

  /** Waits for the value and returns it. An interrupt does not end the wait, and stays set. */
  public T get() {
    return Batcher.result(made);
  }

  /** Waits for a value that is no longer needed, and closes it if it was made. */
  public void discard(Consumer<T> close) {
    made.thenAccept(close).exceptionally(failure -> null).join();
  }
}
