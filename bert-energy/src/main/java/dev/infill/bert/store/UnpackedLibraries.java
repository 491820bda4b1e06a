package dev.infill.bert.store;

import dev.infill.core.Checksum;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Native libraries of the class path, unpacked once into the folder {@code native} of the cache and
 * loaded from there by every later process.
 *
 * <p>The name of a library's folder is that of its content, so versions and platforms do not
 * disturb each other. A library appears in one step, when all of it is on the disk. Its checksum is
 * compared with that of the jar whenever it is asked for, and it is unpacked again if it is
 * damaged. Several processes and threads may share a cache. What is there whole is used without
 * writing. Immutable and thread-safe.
 */
public final class UnpackedLibraries {
  private static final Logger LOGGER = LoggerFactory.getLogger(UnpackedLibraries.class);

  private static final String FOLDER = "native";
  private static final int KEY_DIGITS = 16;
  private static final int CHUNK = 1 << 20;

  private final Path natives;

  /**
   * Creates it; nothing is written yet.
   *
   * @param root the cache's folder, as of {@link ModelStore}
   */
  public UnpackedLibraries(Path root) {
    this.natives = root.toAbsolutePath().resolve(FOLDER);
  }

  /** A library as it is packed: the checksum is that of zip files. */
  private record Packed(URL resource, String name, long size, long crc32) {
    static Packed of(URL resource) throws IOException {
      String path = resource.getPath();
      String name = path.substring(path.lastIndexOf('/') + 1);
      URLConnection connection = resource.openConnection();
      connection.setUseCaches(false);
      if (connection instanceof JarURLConnection packed) {
        try (JarFile jar = packed.getJarFile()) {
          JarEntry entry = packed.getJarEntry();
          if (entry.getSize() >= 0 && entry.getCrc() >= 0) {
            return new Packed(resource, name, entry.getSize(), entry.getCrc());
          }
        }
      }
      try (InputStream input = resource.openStream()) {
        Contents contents = Contents.of(Channels.newChannel(input));
        return new Packed(resource, name, contents.size(), contents.crc32());
      }
    }

    boolean isWhole(Path file) throws IOException {
      try (FileChannel channel = FileChannel.open(file)) {
        return channel.size() == size && matches(Contents.of(channel));
      } catch (NoSuchFileException e) {
        return false;
      }
    }

    boolean matches(Contents contents) {
      return contents.size() == size && contents.crc32() == crc32;
    }
  }

  /** The size and checksum of bytes that were read. */
  private record Contents(long size, long crc32) {
    static Contents of(ReadableByteChannel input) throws IOException {
      CRC32 crc = new CRC32();
      long size = 0;
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
      while (input.read(chunk.clear()) >= 0) {
        size += chunk.flip().remaining();
        crc.update(chunk);
      }
      return new Contents(size, crc.getValue());
    }
  }

  /**
   * Has a library loaded out of the cache that would else unpack itself elsewhere; which it does,
   * and a warning is logged, where the cache cannot be written.
   *
   * @param name what the files belong to, and for which platform
   * @param libraries where they are packed; empty to leave all to the library
   * @param properties the system properties that tell the library of the folder; they are set while
   *     it is loaded
   * @param loading loads it; is given the folder, or nothing if the library unpacks itself
   * @return what {@code loading} returns
   * @throws ModelStoreException if the thread is interrupted while another process unpacks
   */
  public <T> T load(
      String name,
      List<URL> libraries,
      Function<Path, Map<String, String>> properties,
      Function<Optional<Path>, T> loading) {
    Optional<Path> folder = Optional.empty();
    if (!libraries.isEmpty()) {
      try {
        folder = Optional.of(unpack(name, libraries));
      } catch (IOException e) {
        LOGGER.warn(
            "{} is unpacked outside Infill's cache, as {} cannot be used: {}",
            name,
            natives,
            FailureReason.of(e));
      }
    }
    Map<String, String> set = folder.map(properties).orElse(Map.of());
    set.forEach(System::setProperty);
    try {
      return loading.apply(folder);
    } finally {
      // Whoever else loads the library in this process does so in its own way.
      set.keySet().forEach(System::clearProperty);
    }
  }

  /**
   * Returns a folder in which libraries lie side by side, whole.
   *
   * @param name what they belong to, and for which platform: the beginning of the folder's name
   * @param libraries where they are packed; they keep the names of their files
   * @throws IOException if one cannot be read, or is not there whole and cannot be written
   * @throws ModelStoreException if the thread is interrupted while another process unpacks
   */
  Path unpack(String name, List<URL> libraries) throws IOException {
    MessageDigest digest = Checksum.SHA256.digest();
    List<Packed> all = new ArrayList<>();
    for (URL library : libraries) {
      Packed packed = Packed.of(library);
      all.add(packed);
      digest.update(
          "%s %d %d%n"
              .formatted(packed.name(), packed.size(), packed.crc32())
              .getBytes(StandardCharsets.UTF_8));
    }
    String key = HexFormat.of().formatHex(digest.digest()).substring(0, KEY_DIGITS);
    Path folder = natives.resolve(name + "-" + key);
    for (Packed packed : all) {
      add(folder, packed);
    }
    return folder;
  }

  /**
   * Unpacks one more library beside others, if it is not there whole.
   *
   * @param folder a folder that {@link #load} reported
   * @param library where it is packed
   * @throws IOException if it cannot be read, or is not there whole and cannot be written
   * @throws ModelStoreException as above
   */
  public void add(Path folder, URL library) throws IOException {
    add(folder, Packed.of(library));
  }

  private void add(Path folder, Packed packed) throws IOException {
    Path file = folder.resolve(packed.name());
    if (packed.isWhole(file)) {
      return;
    }
    try (ProcessLock lock = TemporaryFolder.lock(natives, "the native libraries in " + natives)) {
      if (!packed.isWhole(file)) {
        try (TemporaryFolder temporary = TemporaryFolder.in(natives)) {
          Path copy = temporary.path().resolve(packed.name());
          write(packed, copy);
          Files.createDirectories(folder);
          DurableFolders.rename(copy, file);
        }
      }
    }
  }

  private static void write(Packed packed, Path copy) throws IOException {
    try (InputStream input = packed.resource().openStream();
        FileChannel output =
            FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      input.transferTo(Channels.newOutputStream(output));
      output.force(true);
    }
    if (!packed.isWhole(copy)) {
      throw new IOException("what was just written reads differently");
    }
  }
}
