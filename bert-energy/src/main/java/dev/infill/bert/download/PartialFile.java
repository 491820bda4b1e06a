package dev.infill.bert.download;

import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/**
 * The beginning of a file that is being downloaded. What goes wrong here is the disk's fault and
 * not the server's: it is thrown as an {@link UncheckedIOException} of one line, so that no other
 * attempt is made.
 */
public final class PartialFile implements Closeable {
  private final Path path;
  private final FileChannel channel;

  /**
   * Opens a file that is named by its content: what is there of it is its beginning.
   *
   * @param path its name
   */
  public PartialFile(Path path) {
    this.path = path;
    this.channel =
        written(
            () ->
                FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE));
  }

  /** Returns how many bytes are there. */
  public long size() {
    return written(channel::size);
  }

  void append(ByteBuffer bytes) {
    written(
        () -> {
          channel.position(channel.size());
          while (bytes.hasRemaining()) {
            channel.write(bytes);
          }
          return channel;
        });
  }

  void clear() {
    written(() -> channel.truncate(0));
  }

  String checksum(Checksum kind, LongConsumer progress) {
    try {
      return kind.of(channel.position(0), channel.size(), progress);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read %s: %s".formatted(path, FailureReason.of(e)), e);
    }
  }

  /** Puts everything on the disk: the file is whole. */
  void finish() {
    written(
        () -> {
          channel.force(true);
          return channel;
        });
  }

  /** Takes the file away. */
  public void delete() {
    written(() -> Files.deleteIfExists(path));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @FunctionalInterface
  private interface FileUse<T> {
    T make() throws IOException;
  }

  private <T> T written(FileUse<T> use) {
    try {
      return use.make();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write %s: %s".formatted(path, FailureReason.of(e)), e);
    }
  }
}
