package dev.infill.web.batch;

import dev.infill.core.DurableFolders;
import dev.infill.corpora.file.LineLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** The results of a part that is not complete; it gets its name when it is. */
final class PartLog implements Closeable {
  private final Path temporary;
  private final Path target;
  private final LineLog lines;
  private final int texts;

  /**
   * Takes over a file.
   *
   * @param temporary the name that it has
   * @param target the name that it gets
   * @param lines the file
   */
  PartLog(Path temporary, Path target, LineLog lines) {
    this.temporary = temporary;
    this.target = target;
    this.lines = lines;
    this.texts = (int) lines.before().text().lines().count();
  }

  /** Returns how many texts had their results when it was opened. */
  int texts() {
    return texts;
  }

  /**
   * Appends a result; it is on the disk when this returns.
   *
   * @param line the result
   */
  void append(String line) throws IOException {
    lines.append(line);
  }

  /**
   * Writes its checksum, and gives the file its name. What another worker has made of the part
   * meanwhile is the same.
   */
  void complete() throws IOException {
    lines.close();
    new PartChecksum(target).write(temporary);
    DurableFolders.rename(temporary, target);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
