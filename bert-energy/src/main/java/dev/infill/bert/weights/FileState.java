package dev.infill.bert.weights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What changes when a file does, in words. */
final class FileState {
  private FileState() {}

  static String of(Path file) throws IOException {
    return Files.size(file) + " bytes of " + Files.getLastModifiedTime(file);
  }
}
