package dev.infill.web.cli.lab;

import dev.infill.core.FailureReason;
import dev.infill.evaluation.lab.LabListener;
import dev.infill.web.cli.console.PeriodicNotice;
import dev.infill.web.cli.console.ProgressDisplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far an experiment is: a bar on a terminal, else a line a minute. Its figures are
 * written line by line, so that one that is broken off leaves those that it had.
 */
final class LabProgress implements LabListener, AutoCloseable {
  private final String experiment;
  private final ProgressDisplay display;
  private final PeriodicNotice notice;
  private final Path partial;
  private @Nullable Writer lines;

  /**
   * Begins to show.
   *
   * @param experiment its name
   * @param display where
   * @param clock tells the time in nanoseconds, as {@link System#nanoTime}
   * @param partial the file that gets the figures; it is made, with its folder, for the first line
   */
  LabProgress(String experiment, ProgressDisplay display, LongSupplier clock, Path partial) {
    this.experiment = experiment;
    this.display = display;
    this.notice = new PeriodicNotice(display, clock);
    this.partial = partial;
  }

  @Override
  public void onProgress(String part, long done, long total) {
    display.show(experiment, done, total, part);
    if (done > 0) {
      notice.offer(
          () ->
              "%s: %d %% done, now %s, about %s left"
                  .formatted(
                      experiment,
                      100 * done / total,
                      part,
                      ProgressDisplay.remaining(notice.seconds(), (double) done, (double) total)));
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

  @Override
  public void close() {
    try (Writer open = lines) {
      lines = null;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private UncheckedIOException failure(IOException e) {
    return new UncheckedIOException("cannot write " + partial + ": " + FailureReason.of(e), e);
  }
}
