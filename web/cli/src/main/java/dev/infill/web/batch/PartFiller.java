package dev.infill.web.batch;

import dev.infill.core.chain.Cancellation;
import dev.infill.corpora.file.RawLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Fills the texts of parts into files, several at once, in threads of its own. Results are appended
 * in the order of the input as soon as all before them are there, so that a kill costs no more than
 * the texts that were being filled. Used by one thread.
 */
final class PartFiller implements AutoCloseable {
  /** How many texts for each thread may be begun before the first of them is done. */
  private static final int AHEAD = 4;

  /** A text that is being filled. */
  private record Begun(RawLine line, Future<Optional<String>> result) {}

  private final Path input;
  private final BatchFolder folder;
  private final TextFiller texts;
  private final int textsAtOnce;
  private final ExecutorService threads;

  /**
   * Creates a filler.
   *
   * @param input the input
   * @param folder where results go
   * @param texts fills a text
   * @param textsAtOnce how many are filled at the same time, at least 1
   */
  PartFiller(Path input, BatchFolder folder, TextFiller texts, int textsAtOnce) {
    this.input = input;
    this.folder = folder;
    this.texts = texts;
    this.textsAtOnce = textsAtOnce;
    this.threads =
        Executors.newFixedThreadPool(
            textsAtOnce,
            task -> {
              Thread thread = new Thread(task, "batch");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Fills what is left of a part.
   *
   * @param part which part
   * @param done is notified of texts that have their results: of those that were there before, and
   *     then of each
   * @param cancellation stops it before its next model pass; what is done stays done
   * @return whether the part is complete
   * @throws IOException if a file cannot be read or written
   */
  boolean fill(BatchPart part, LongConsumer done, Cancellation cancellation) throws IOException {
    if (folder.isComplete(part)) {
      return true;
    }
    try (PartLog log = folder.open(part);
        PartInput lines = PartInput.open(input, part)) {
      int before = soundBefore(log, part);
      for (int k = 0; k < before; k++) {
        lines.next();
      }
      if (!fillRest(log, lines, part.texts() - before, done, cancellation)) {
        return false;
      }
      lines.requireSame();
      log.complete();
      return true;
    }
  }

  private int soundBefore(PartLog log, BatchPart part) throws IOException {
    try (PartInput due = PartInput.open(input, part)) {
      return log.keepSound(due);
    }
  }

  private boolean fillRest(
      PartLog log, PartInput lines, int left, LongConsumer done, Cancellation cancellation)
      throws IOException {
    Deque<Begun> begun = new ArrayDeque<>();
    int toBegin = left;
    try {
      while (toBegin > 0 || !begun.isEmpty()) {
        while (toBegin > 0 && begun.size() < AHEAD * textsAtOnce) {
          RawLine line = lines.next();
          begun.add(new Begun(line, threads.submit(() -> fill(line, cancellation))));
          toBegin--;
        }
        Begun first = begun.remove();
        Optional<String> result = first.result().get();
        if (result.isEmpty()) {
          return false;
        }
        log.append(first.line(), result.get());
        done.accept(1);
      }
      return true;
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      begun.forEach(text -> text.result().cancel(true));
    }
  }

  private Optional<String> fill(RawLine line, Cancellation cancellation) {
    return cancellation.isCancelled()
        ? Optional.empty()
        : texts.fill(BatchLine.of(line), cancellation);
  }

  private static RuntimeException unwrapped(ExecutionException failure) {
    if (failure.getCause() instanceof RuntimeException cause) {
      return cause;
    }
    if (failure.getCause() instanceof Error cause) {
      throw cause;
    }
    return new IllegalStateException(failure.getCause());
  }

  /** Stops what is being filled, and waits for it: the model may be closed after this. */
  @Override
  public void close() {
    threads.shutdownNow();
    boolean interrupted = false;
    boolean terminated = false;
    while (!terminated) {
      try {
        terminated = threads.awaitTermination(1, TimeUnit.HOURS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
