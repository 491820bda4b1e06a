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
 * The beginning of a file that is being downloaded. Failures of the disk are thrown as {@link
 * UncheckedIOException}s of one line, so that they are told from those of the server, which may
 * pass.
 */
final class PartialFile implements Closeable {
  private final Path path;
  private final FileChannel channel;

  /** Opens a file, made if it is not there. */
  PartialFile(Path path) {
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
  long size() {
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
      throw failed("read", path, e);
    }
  }

  /** Puts everything on the disk. */
  void finish() {
    written(
        () -> {
          channel.force(true);
          return channel;
        });
  }

  /** Deletes the file. */
  void delete() {
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
      throw failed("write", path, e);
    }
  }

  static UncheckedIOException failed(String task, Path path, IOException failure) {
    return new UncheckedIOException(
        "cannot %s %s: %s".formatted(task, path, FailureReason.of(failure)), failure);
  }
}
