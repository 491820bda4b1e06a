package dev.infill.corpora.file;

import dev.infill.core.DurableFolders;
import dev.infill.core.InvalidInputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file that grows by lines and outlives a kill at any moment: a line is on the disk when it was
 * appended. A kill may leave part of a last line, which {@link #wholeLines} or {@link #keep} cuts
 * off. One process at a time has the file. Not thread-safe.
 */
public final class LineLog implements Closeable {
  private final Path file;
  private final FileChannel channel;

  private LineLog(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a file; makes it if it is not there.
   *
   * @param file its name, in a folder that exists
   * @return the file; empty if another process, or another part of this one, has it
   * @throws InvalidInputException if it is a symbolic link, or anything else but a regular file
   * @throws IOException if it cannot be read or written
   */
  public static Optional<LineLog> open(Path file) throws IOException {
    requireRegular(file);
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    try {
      if (!isLocked(channel)) {
        channel.close();
        return Optional.empty();
      }
      channel.position(channel.size());
      DurableFolders.syncParent(file);
      return Optional.of(new LineLog(file, channel));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Refuses what is no file of its own: a symbolic link leads to somebody else's, and a pipe or a
   * device has no end.
   *
   * @param file the name of a file, which need not be there
   * @throws InvalidInputException for field {@code output}
   */
  public static void requireRegular(Path file) {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new InvalidInputException(
          "output",
          "%s is %s, where a regular file is due; delete it"
              .formatted(
                  file,
                  Files.isSymbolicLink(file)
                      ? "a symbolic link"
                      : Files.isDirectory(file) ? "a folder" : "a special file"));
    }
  }

  /** Locks a file until its channel is closed, and says whether nobody else has locked it. */
  static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * Returns the bytes of the file from its beginning. They are read by the channel that has the
   * lock, as closing another one would give the lock up (fcntl); so this is not to be closed.
   *
   * @throws IOException if it cannot be read
   */
  public InputStream content() throws IOException {
    channel.position(0);
    return Channels.newInputStream(channel);
  }

  /**
   * Cuts off the end of the file; lines are appended behind what is kept.
   *
   * @param bytes how many bytes from the beginning are kept
   * @throws IOException if it cannot be written
   */
  public void keep(long bytes) throws IOException {
    channel.truncate(bytes);
    channel.position(bytes);
  }

  /**
   * Returns the whole lines of the file, each with its end. Cuts off what a kill left of a last
   * one.
   *
   * @throws IOException if the file cannot be read or written
   */
  public String wholeLines() throws IOException {
    byte[] all = content().readAllBytes();
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    keep(end);
    return new String(all, 0, end, StandardCharsets.UTF_8);
  }

  /** Returns the name of the file. */
  public Path file() {
    return file;
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
