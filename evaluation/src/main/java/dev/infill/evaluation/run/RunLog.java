package dev.infill.evaluation.run;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.LineLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a run so far: a JSON line each, on the disk as soon as it is made. A line that a
 * kill cut short is taken away when the log is opened again. One process at a time has it. Not
 * thread-safe.
 *
 * @param <R> what is made
 */
public final class RunLog<R> implements AutoCloseable {
  private final RunFolder folder;
  private final LineLog lines;
  private final List<R> made = new ArrayList<>();

  private RunLog(RunFolder folder, LineLog lines, Class<R> type) throws IOException {
    this.folder = folder;
    this.lines = lines;
    for (String line : lines.wholeLines().lines().toList()) {
      try {
        made.add(RunJson.read(line, type));
      } catch (IOException e) {
        throw new InvalidInputException(
            folder.words().option(),
            "%s:%d: damaged: not a line that Infill wrote; choose another folder"
                .formatted(lines.file(), made.size() + 1),
            e);
      }
    }
  }

  /**
   * Begins a run, or goes on with it.
   *
   * @param <R> what is made
   * @param folder where
   * @param manifest all that decides the results; written as JSON
   * @param file the name of the log
   * @param type what is made
   * @throws InvalidInputException if the folder holds another run, another process has it, or a
   *     line is damaged
   * @throws UncheckedIOException if it cannot be read or written
   */
  public static <R> RunLog<R> open(RunFolder folder, Object manifest, String file, Class<R> type) {
    if (!folder.isBegun() && holdsSomething(folder.path().resolve(file))) {
      throw folder.refused(
          "%s holds results without an %s; choose another folder"
              .formatted(folder.path(), folder.manifest()));
    }
    try {
      return of(folder, folder.begin(RunJson.pretty(manifest), file), type);
    } catch (IOException e) {
      throw folder.failure(e);
    }
  }

  private static boolean holdsSomething(Path file) {
    return file.toFile().length() > 0;
  }

  /**
   * Opens another log of a run that was begun.
   *
   * @param <T> what its lines hold
   * @param file its name
   * @param type what its lines hold
   */
  public <T> RunLog<T> beside(String file, Class<T> type) {
    try {
      return of(folder, folder.open(file), type);
    } catch (IOException e) {
      throw folder.failure(e);
    }
  }

  private static <R> RunLog<R> of(RunFolder folder, LineLog lines, Class<R> type)
      throws IOException {
    try {
      return new RunLog<>(folder, lines, type);
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  /** Returns what was made, in the order in which it was made. */
  public List<R> made() {
    return List.copyOf(made);
  }

  /**
   * Records what was made; it is on the disk when this returns.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void add(R next) {
    try {
      lines.append(RunJson.line(next));
    } catch (IOException e) {
      throw folder.failure(e);
    }
    made.add(next);
  }

  /**
   * Writes a file of the folder: all of it, or nothing.
   *
   * @param name its name
   * @param content its text
   * @throws UncheckedIOException if it cannot be written
   */
  public void write(String name, String content) {
    try {
      AtomicFile.write(folder.path().resolve(name), content);
    } catch (IOException e) {
      throw folder.failure(e);
    }
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw folder.failure(e);
    }
  }
}
