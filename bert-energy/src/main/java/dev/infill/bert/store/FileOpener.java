package dev.infill.bert.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Creates the files of a compiled model: where a disk that is full is felt. */
@FunctionalInterface
interface FileOpener {
  /**
   * Creates a file and opens it for writing.
   *
   * @param file a path at which nothing is
   */
  FileChannel create(Path file) throws IOException;
}
