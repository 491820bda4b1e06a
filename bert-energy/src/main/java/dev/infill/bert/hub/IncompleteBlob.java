package dev.infill.bert.hub;

import dev.infill.core.FailureReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The beginning of a file that is being downloaded. What goes wrong here is the disk's fault, and
 * is told as a {@link HubException}, so that no other attempt is made.
 */
final class IncompleteBlob implements Closeable {
  private final Path path;
  private final FileChannel channel;

  private IncompleteBlob(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static IncompleteBlob open(Path path) {
    try {
      return new IncompleteBlob(
          path,
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  Path path() {
    return path;
  }

  long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  void append(ByteBuffer bytes) {
    try {
      channel.position(channel.size());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  void clear() {
    try {
      channel.truncate(0);
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  /** Reads on from a position, as {@link FileChannel#read(ByteBuffer, long)}. */
  int read(ByteBuffer buffer, long position) {
    try {
      return channel.read(buffer, position);
    } catch (IOException e) {
      throw new HubException("cannot read %s: %s".formatted(path, FailureReason.of(e)), e);
    }
  }

  /** Returns when everything is on the disk. */
  void sync() {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static HubException unwritable(Path path, IOException failure) {
    return new HubException(
        "cannot write %s: %s; HF_HOME can name another folder for downloaded models"
            .formatted(path, FailureReason.of(failure)),
        failure);
  }
}
