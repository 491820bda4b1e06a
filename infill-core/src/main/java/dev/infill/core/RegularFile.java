package dev.infill.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells files from pipes and devices, which a reader may wait on for ever. */
public final class RegularFile {
  private RegularFile() {}

  /**
   * Tells the reason why a path is no file to read. Opens nothing, and follows links.
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

  /**
   * Tells the reason why a path is no file to read whole.
   *
   * @param path the path
   * @param most the largest length in bytes
   * @return words that continue the path's name; empty if it is a regular file of that length at
   *     most, or nothing is there
   * @throws IOException if the file system does not tell the length
   */
  public static Optional<String> fault(Path path, long most) throws IOException {
    Optional<String> fault = fault(path);
    if (fault.isPresent() || !Files.exists(path) || Files.size(path) <= most) {
      return fault;
    }
    return Optional.of(
        "has %,d bytes, more than the %,d that are read".formatted(Files.size(path), most));
  }
}
