package dev.infill.bert.store;

import dev.infill.core.energy.Batcher;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Something that is made by a thread of its own while the thread that needs it does other work. */
public final class Ahead<T> {
  private final CompletableFuture<T> made;

  private Ahead(CompletableFuture<T> made) {
    this.made = made;
  }

  /**
   * Starts to make something. The thread has the context class loader of the calling one, by which
   * native libraries are found.
   *
   * @param maker makes it; what it throws is thrown by {@link #get()}
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

  /** Returns it, once it is made. An interrupt does not cut that short, and stays set. */
  public T get() {
    return Batcher.result(made);
  }

  /** Waits for it and closes it, for whoever does not need it any more; not what failed. */
  public void discard(Consumer<T> close) {
    made.thenAccept(close).exceptionally(failure -> null).join();
  }
}
