package dev.infill.corpora.file;

import dev.infill.core.DurableFolders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file that grows by lines and outlives a kill at any moment: a line is on the disk when it was
 * appended, and what a kill left of a last one is cut off when the file is opened again. One
 * process at a time has it. Not thread-safe.
 */
public final class LineLog implements Closeable {
  private final FileChannel channel;
  private final WholeLines before;

  private LineLog(FileChannel channel, WholeLines before) {
    this.channel = channel;
    this.before = before;
  }

  /**
   * Opens a file; makes it if it is not there.
   *
   * @param file its name, in a folder that exists
   * @return the file; empty if another process, or another part of this one, has it
   * @throws IOException if it cannot be read or written
   */
  public static Optional<LineLog> open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (!isLocked(channel)) {
        channel.close();
        return Optional.empty();
      }
      // By this channel: closing another one of the same file would give the lock up (fcntl).
      WholeLines before = WholeLines.of(file, Channels.newInputStream(channel).readAllBytes());
      channel.truncate(before.bytes());
      channel.position(before.bytes());
      DurableFolders.syncParent(file);
      return Optional.of(new LineLog(channel, before));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Locks a file until its channel is closed, and says whether that could be done. */
  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Returns what the file held when it was opened. */
  public WholeLines before() {
    return before;
  }

  /**
   * Appends a line; it is on the disk when this returns.
   *
   * @param line the line, without its end
   * @throws IOException if it cannot be written
   */
  public void append(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
