package dev.infill.evaluation.run;

import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.FirstDifference;
import dev.infill.corpora.file.LineLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder of a run that may be killed at any moment. Its manifest holds everything that decides
 * the results: the same run goes on in the folder, another run is refused.
 *
 * @param path where it is
 * @param manifest the name of the manifest
 * @param words how messages speak of the run
 */
public record RunFolder(Path path, String manifest, Words words) {
  /**
   * How messages speak of a run.
   *
   * @param noun what it is, such as {@code experiment}
   * @param option the option that names the folder, without dashes
   * @param inputs what must be given again for it to go on, in words
   */
  public record Words(String noun, String option, String inputs) {}

  /**
   * Makes sure that there is no file in the way of the folder.
   *
   * @throws InvalidInputException if there is one
   */
  public void check() {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw refused(path + " is a file; give a folder");
    }
  }

  /**
   * Begins a run here, or goes on with it. The folder is made if it is not there.
   *
   * @param description what the manifest says
   * @param lock the name of the file that keeps other processes out until it is closed
   * @return that file
   * @throws InvalidInputException if another run was begun here, another process has the folder, or
   *     there is a file of its name
   * @throws UncheckedIOException if it cannot be read or written
   */
  public LineLog begin(String description, String lock) {
    check();
    try {
      DurableFolders.create(path);
      requireSame(description);
      LineLog locked = open(lock);
      try {
        // Another process may have begun in between.
        requireSame(description);
        AtomicFile.deleteUnfinished(path);
        if (!isBegun()) {
          AtomicFile.write(path.resolve(manifest), description);
        }
      } catch (IOException | RuntimeException e) {
        locked.close();
        throw e;
      }
      return locked;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /**
   * Opens a file of the folder that grows by lines.
   *
   * @param name its name
   * @throws InvalidInputException if another process has it, or it is no regular file
   */
  LineLog open(String name) throws IOException {
    return LineLog.open(path.resolve(name))
        .orElseThrow(() -> refused(path + " is in use by another run of Infill"));
  }

  /** Says whether a run was begun here. */
  public boolean isBegun() {
    return Files.exists(path.resolve(manifest));
  }

  private void requireSame(String description) throws IOException {
    LineLog.requireRegular(path.resolve(manifest));
    if (!isBegun()) {
      return;
    }
    Optional<FirstDifference> difference =
        FirstDifference.of(Files.readString(path.resolve(manifest)), description);
    if (difference.isPresent()) {
      throw refused(
          "%s holds another %s, which this one cannot continue: its %s:%d %s; choose another --%s, or give the same %s"
              .formatted(
                  path,
                  words.noun(),
                  manifest,
                  difference.get().line(),
                  difference.get().inWords(),
                  words.option(),
                  words.inputs()));
    }
  }

  /** Returns the error that the folder cannot be used for a reason. */
  public InvalidInputException refused(String reason) {
    return new InvalidInputException(words.option(), reason);
  }

  /** Returns the error that a file of the folder cannot be read or written. */
  public UncheckedIOException failure(IOException e) {
    return new UncheckedIOException(path + ": " + FailureReason.of(e), e);
  }
}
