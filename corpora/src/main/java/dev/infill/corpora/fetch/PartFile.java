package dev.infill.corpora.fetch;

import dev.infill.core.FailureReason;
import dev.infill.corpora.file.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a file that is being fetched, {@code OUT.part}, and beside it, in {@code
 * OUT.part.properties}, of which version of which file it is the beginning. Locked while open.
 */
final class PartFile implements Closeable {
  private final Path path;
  private final Path properties;
  private final FileChannel channel;

  private PartFile(Path path, FileChannel channel) {
    this.path = path;
    this.properties = path.resolveSibling(path.getFileName() + ".properties");
    this.channel = channel;
  }

  /**
   * What the bytes are the beginning of.
   *
   * @param address where they came from
   * @param validator the server's word for the version: a strong entity tag or a date (RFC 9110,
   *     section 13.1.5)
   */
  record Origin(String address, String validator) {}

  static PartFile open(Path out) throws IOException {
    Path path = out.resolveSibling(out.getFileName() + ".part");
    FileChannel channel = null;
    boolean locked = false;
    try {
      channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      locked = lock != null;
      if (!locked) {
        throw busy(path, null);
      }
      return new PartFile(path, channel);
    } catch (OverlappingFileLockException e) {
      throw busy(path, e);
    } catch (FetchException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("cannot write " + path + ": " + FailureReason.of(e), e);
    } finally {
      if (!locked && channel != null) {
        channel.close();
      }
    }
  }

  private static FetchException busy(Path path, @Nullable Throwable cause) {
    return new FetchException("another fetch is writing " + path + "; wait for it to end", cause);
  }

  Path path() {
    return path;
  }

  long size() throws IOException {
    return channel.size();
  }

  /** Returns what the bytes are the beginning of, if that is known. */
  Optional<Origin> origin() throws IOException {
    if (!Files.exists(properties)) {
      return Optional.empty();
    }
    Properties read = new Properties();
    try (InputStream stream = Files.newInputStream(properties)) {
      read.load(stream);
    } catch (IllegalArgumentException e) {
      throw new IOException(properties + " is damaged; delete it", e);
    }
    String address = read.getProperty("address");
    String validator = read.getProperty("validator");
    return address == null || validator == null
        ? Optional.empty()
        : Optional.of(new Origin(address, validator));
  }

  /** Forgets all bytes, and notes what the next ones will be the beginning of. */
  void begin(Optional<Origin> origin) throws IOException {
    channel.truncate(0);
    Files.deleteIfExists(properties);
    if (origin.isPresent()) {
      Properties written = new Properties();
      written.setProperty("address", origin.get().address());
      written.setProperty("validator", origin.get().validator());
      try (AtomicFile file = AtomicFile.create(properties)) {
        written.store(file.stream(), null);
        file.commit();
      }
    }
  }

  void append(byte[] bytes, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
    try {
      channel.position(channel.size());
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw new IOException("cannot write " + path + ": " + FailureReason.of(e), e);
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(properties);
    Files.deleteIfExists(path);
  }

  /** Lets others have it. What holds no byte is taken away. */
  @Override
  public void close() throws IOException {
    if (channel.isOpen() && channel.size() == 0) {
      delete();
    }
    channel.close();
  }
}
