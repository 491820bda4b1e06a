package dev.infill.web.cli.lab;

import dev.infill.core.FailureReason;
import dev.infill.evaluation.lab.LabListener;
import dev.infill.web.cli.console.ProgressDisplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far an experiment is: a bar on a terminal, else a line a minute. Its figures are
 * written line by line, so that one that is broken off leaves those that it had.
 */
final class LabProgress implements LabListener, AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final String experiment;
  private final ProgressDisplay display;
  private final LongSupplier nanoseconds;
  private final long began;
  private final Path partial;
  private @Nullable Writer lines;
  private long noticed;

  /**
   * Begins to show.
   *
   * @param experiment its name
   * @param display where
   * @param nanoseconds the time, as {@link System#nanoTime} tells it
   * @param partial the file that gets the figures; it is made, with its folder, for the first line
   */
  LabProgress(String experiment, ProgressDisplay display, LongSupplier nanoseconds, Path partial) {
    this.experiment = experiment;
    this.display = display;
    this.nanoseconds = nanoseconds;
    this.partial = partial;
    this.began = nanoseconds.getAsLong();
    this.noticed = began;
  }

  @Override
  public void onProgress(String part, long done, long total) {
    display.show(experiment, done, total, part);
    long now = nanoseconds.getAsLong();
    if (!display.isVisible() && done > 0 && now - noticed >= INTERVAL.toNanos()) {
      noticed = now;
      display.notice(
          "%s: %d %% done, now %s, about %s left"
              .formatted(
                  experiment,
                  100 * done / total,
                  part,
                  ProgressDisplay.remaining((now - began) / 1e9, (double) done, (double) total)));
    }
  }

  @Override
  public void onLine(String line) {
    try {
      Writer open = lines;
      if (open == null) {
        Files.createDirectories(partial.toAbsolutePath().getParent());
        open = Files.newBufferedWriter(partial);
        lines = open;
      }
      open.write(line);
      open.flush();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Takes the file away, as all figures are in others now. */
  void complete() {
    close();
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    Writer open = lines;
    lines = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw failure(e);
      }
    }
  }

  private UncheckedIOException failure(IOException e) {
    String message = "cannot write %s: %s".formatted(partial, FailureReason.of(e));
    return new UncheckedIOException(message, new IOException(message, e));
  }
}
