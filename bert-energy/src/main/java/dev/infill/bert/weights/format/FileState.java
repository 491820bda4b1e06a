package dev.infill.bert.weights.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What changes when files do, in words. */
public final class FileState {
  private FileState() {}

  public static String of(Path file) throws IOException {
    return Files.exists(file)
        ? Files.size(file) + " bytes of " + Files.getLastModifiedTime(file)
        : "absent";
  }

  /** Returns the state of several files, each with its name. */
  public static String of(Iterable<Path> files) throws IOException {
    StringBuilder states = new StringBuilder();
    for (Path file : files) {
      states.append(file.getFileName()).append(": ").append(of(file)).append(", ");
    }
    return states.toString();
  }
}
