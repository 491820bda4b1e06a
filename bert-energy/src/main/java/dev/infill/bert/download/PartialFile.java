package dev.infill.bert.download;

import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.LongConsumer;

/**
 * The beginning of a file that is being downloaded. What goes wrong here is the disk's fault and
 * not the server's: it is thrown as an {@link UncheckedIOException} of one line, so that no other
 * attempt is made.
 */
public final class PartialFile implements Closeable {
  private final Path path;
  private final Optional<Path> properties;
  private final FileChannel channel;

  private PartialFile(Path path, Optional<Path> properties) {
    this.path = path;
    this.properties = properties;
    this.channel =
        written(
            () ->
                FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE));
  }

  /**
   * Opens a file that is named by its content: what is there of it is its beginning.
   *
   * @param path its name
   */
  public static PartialFile ofContent(Path path) {
    return new PartialFile(path, Optional.empty());
  }

  /**
   * Opens a file that may change on its server, and locks it: beside it, in {@code
   * NAME.properties}, is written down of which version of which file it is the beginning.
   *
   * @param path its name
   * @return the file; empty if another process, or another part of this one, has it
   */
  public static Optional<PartialFile> ofVersion(Path path) {
    PartialFile file =
        new PartialFile(path, Optional.of(path.resolveSibling(path.getFileName() + ".properties")));
    return file.written(
        () -> {
          boolean locked = false;
          try {
            locked = file.channel.tryLock() != null;
          } catch (OverlappingFileLockException e) {
            // Another part of this process has it.
          } finally {
            if (!locked) {
              file.channel.close();
            }
          }
          return locked ? Optional.of(file) : Optional.empty();
        });
  }

  /** Returns where it is. */
  public Path path() {
    return path;
  }

  /** Returns how many bytes are there. */
  public long size() {
    return written(channel::size);
  }

  /**
   * Returns the headers under which the rest may be asked for: {@code If-Range} with the entity tag
   * or the date that came with the first bytes (RFC 9110, section 13.1.5).
   *
   * @param address where the rest would come from
   * @return empty if what is there is not known to be the beginning of what is at the address
   */
  Optional<Map<String, String>> condition(URI address) {
    if (properties.isEmpty()) {
      return Optional.of(Map.of());
    }
    Path file = properties.get();
    Properties origin = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        origin.load(reader);
      } catch (IllegalArgumentException | IOException e) {
        throw new UncheckedIOException(
            file + " is damaged; delete it", new IOException(e.getMessage(), e));
      }
    }
    String validator = origin.getProperty("validator");
    return validator != null && address.toString().equals(origin.getProperty("address"))
        ? Optional.of(Map.of("If-Range", validator))
        : Optional.empty();
  }

  /** Forgets all bytes, and writes down what the next ones will be the beginning of. */
  void begin(HttpAnswer answer, URI address) {
    clear();
    Optional<String> validator = validator(answer);
    if (properties.isPresent() && validator.isPresent()) {
      Properties origin = new Properties();
      origin.setProperty("address", address.toString());
      origin.setProperty("validator", validator.get());
      written(
          () -> {
            // Cut off by a kill it names no version that a server has.
            try (Writer writer = Files.newBufferedWriter(properties.get())) {
              origin.store(writer, null);
            }
            return origin;
          });
    }
  }

  /** Returns the strong validator of an answer, if it has one. */
  static Optional<String> validator(HttpAnswer answer) {
    return answer
        .header("ETag")
        .filter(tag -> tag.startsWith("\""))
        .or(() -> answer.header("Last-Modified"));
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
    written(
        () -> {
          channel.truncate(0);
          return properties.isPresent() && Files.deleteIfExists(properties.get());
        });
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
    written(
        () -> {
          clear();
          return Files.deleteIfExists(path);
        });
  }

  /** Lets others have the file. What holds no byte and is nobody else's is taken away. */
  @Override
  public void close() throws IOException {
    try (channel) {
      if (properties.isPresent() && channel.size() == 0) {
        delete();
      }
    }
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
