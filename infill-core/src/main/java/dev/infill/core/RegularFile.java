package dev.infill.core;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells files, which have an end, from pipes and devices, which a reader may wait on for ever. */
public final class RegularFile {
  private RegularFile() {}

  /**
   * Says why a path cannot be read as a file. Nothing is opened; links are followed.
   *
   * @param path the path
   * @return words that continue the path's name; empty if it is a regular file, or nothing is there
   */
  public static Optional<String> fault(Path path) {
    if (Files.isRegularFile(path) || !Files.exists(path)) {
      return Optional.empty();
    }
    return Optional.of(
        Files.isDirectory(path)
            ? "is a folder, where a file is to be read"
            : "is no regular file: no pipe or device is read");
  }
}
