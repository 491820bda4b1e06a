package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that appears whole or not at all: it is written under another name in the same folder, and
 * then takes the place of what was there.
 *
 * @param path the file
 */
record NewFile(Path path) {
  /**
   * Writes the file.
   *
   * @param content all its bytes
   * @throws InvalidInputException for field {@code out} if there is no such folder, or the path is
   *     something else than a file
   * @throws UncheckedIOException if it cannot be written; then the path is as it was
   */
  void write(byte[] content) {
    Path target = path.toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", "there is no folder " + folder + " to write to");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new InvalidInputException("out", path + " is not a file that can be replaced");
    }
    try {
      // Through a link, the file it points to is replaced.
      replace(Files.exists(target) ? target.toRealPath() : target, content);
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be written: " + reason(e), e);
    }
  }

  private static void replace(Path target, byte[] content) throws IOException {
    Path temporary =
        target.resolveSibling(".%s.%s".formatted(target.getFileName(), UUID.randomUUID()));
    try {
      Files.write(temporary, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static String reason(IOException e) {
    String message = String.valueOf(e.getMessage());
    return e.getClass().getSimpleName() + " " + message;
  }
}
