package dev.infill.bert.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Creates the files of a compiled model. Tests have it fail as a full disk does. */
@FunctionalInterface
interface FileOpener {
  /**
   * Creates a file and opens it for writing.
   *
   * @param file a path where no file is
   */
  FileChannel create(Path file) throws IOException;
}
