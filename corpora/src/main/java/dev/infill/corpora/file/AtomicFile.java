package dev.infill.corpora.file;

import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file that is written under another name beside its own. It appears in one step when all of it
 * is on the disk, and closed before that, it leaves nothing. It is locked while it is written:
 * files that nobody has locked were left by killed processes. Not thread-safe.
 */
public final class AtomicFile implements Closeable {
  private static final Pattern TEMPORARY = Pattern.compile("\\..+\\.[0-9a-f-]{36}\\.tmp");

  private final Path target;
  private final Path temporary;
  private final FileChannel channel;
  private final OutputStream stream;

  private AtomicFile(Path target, Path temporary, FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.channel = channel;
    this.stream = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
  }

  /**
   * Refuses a file that must not be written.
   *
   * @param target the file
   * @param overwrite whether there may be one
   * @throws InvalidInputException for field {@code out} if there is one although there may not be,
   *     or it is not a regular file
   */
  public static void check(Path target, boolean overwrite) {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(target)) {
      throw new InvalidInputException("out", target + " is there and is not a file");
    }
    if (!overwrite) {
      throw new InvalidInputException(
          "out", target + " is there already; --force replaces it, or give another name");
    }
  }

  /**
   * Refuses a file whose folder is not there.
   *
   * @param target the file
   * @throws InvalidInputException for field {@code out}
   */
  public static void checkFolder(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", "there is no folder " + folder + " for " + target);
    }
  }

  /**
   * Begins a file.
   *
   * @param target its name, in a folder that exists
   * @throws IOException if it cannot be written
   */
  public static AtomicFile create(Path target) throws IOException {
    try {
      while (true) {
        Path temporary =
            target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        FileChannel channel =
            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // Before the lock another process may have deleted it, as a killed one's.
        if (isLocked(channel) && Files.exists(temporary)) {
          return new AtomicFile(target, temporary, channel);
        }
        channel.close();
      }
    } catch (IOException e) {
      throw new IOException("cannot write " + target + ": " + FailureReason.of(e), e);
    }
  }

  private static boolean isLocked(FileChannel channel) {
    try {
      return LineLog.isLocked(channel);
    } catch (IOException e) {
      // Not all file systems have locks; files can be written in them all the same.
      return true;
    }
  }

  /**
   * Writes a file: all of it, or nothing.
   *
   * @param target its name, in a folder that exists
   * @param content its text, written as UTF-8
   * @throws IOException if it cannot be written
   */
  public static void write(Path target, String content) throws IOException {
    try (AtomicFile file = create(target)) {
      file.stream().write(content.getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }

  /**
   * Deletes the unfinished files of killed processes, not those that others are writing now.
   *
   * @param folder where they are
   * @throws IOException if one of them cannot be deleted
   */
  public static void deleteUnfinished(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        if (TEMPORARY.matcher(entry.getFileName().toString()).matches()
            && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          deleteUnlocked(entry);
        }
      }
    }
  }

  private static void deleteUnlocked(Path entry) throws IOException {
    try (FileChannel channel = FileChannel.open(entry, StandardOpenOption.WRITE)) {
      if (isLocked(channel)) {
        Files.deleteIfExists(entry);
      }
    } catch (NoSuchFileException e) {
      // Finished meanwhile.
    }
  }

  /** Returns a buffered stream that takes its bytes. */
  public OutputStream stream() {
    return stream;
  }

  /**
   * Puts the content on the disk and gives the file its name, which is on the disk when this
   * returns.
   *
   * @throws IOException if it cannot be written
   */
  public void commit() throws IOException {
    stream.flush();
    channel.force(true);
    DurableFolders.rename(temporary, target);
    channel.close();
  }

  /** Deletes what was not committed. */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
