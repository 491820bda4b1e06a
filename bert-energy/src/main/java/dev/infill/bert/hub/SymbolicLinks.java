package dev.infill.bert.hub;

import java.io.IOException;
import java.nio.file.Path;

/** Makes symbolic links, which not every file system has, and not every user of Windows may. */
@FunctionalInterface
interface SymbolicLinks {
  /**
   * Makes a link.
   *
   * @param link where
   * @param target to what, as seen from there
   * @throws UnsupportedOperationException if the file system has none
   */
  void create(Path link, Path target) throws IOException;
}
