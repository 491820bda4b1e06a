package dev.infill.web.batch;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.RawLine;
import dev.infill.corpora.file.RawLines;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The lines of a part of the input, which are compared with those that were counted. */
final class PartInput implements Closeable {
  private final Path file;
  private final BatchPart part;
  private final RawLines lines;
  private final LinesDigest digest = new LinesDigest();

  private PartInput(Path file, BatchPart part, RawLines lines) {
    this.file = file;
    this.part = part;
    this.lines = lines;
  }

  /**
   * Opens the lines of a part.
   *
   * @param file the input
   * @param part which part
   * @throws IOException if it cannot be read
   */
  static PartInput open(Path file, BatchPart part) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(file);
    try {
      channel.position(part.offset());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return new PartInput(
        file,
        part,
        new RawLines(Channels.newInputStream(channel), part.offset(), part.firstLine()));
  }

  /**
   * Returns the next line.
   *
   * @throws InvalidInputException if there is none
   */
  RawLine next() throws IOException {
    Optional<RawLine> line = lines.next();
    line.ifPresent(digest::add);
    return line.orElseThrow(this::changed);
  }

  /**
   * Makes sure, when all lines were read, that they are those that the job began with.
   *
   * @throws InvalidInputException if they are other ones
   */
  void requireSame() {
    if (!digest.take().equals(part.sha256())) {
      throw changed();
    }
  }

  private InvalidInputException changed() {
    return new InvalidInputException(
        "input",
        "%s has changed since the job began, somewhere from line %d on; give the file as it was, or choose another --output"
            .formatted(file, part.firstLine()));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
