package dev.infill.bert.store;

import dev.infill.core.Checksum;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.ProcessLock;
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
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A native library of the class path. It is unpacked once into the folder {@code native} of the
 * cache, and every later process loads it from there.
 *
 * <p>The name of its folder is made of its content, so versions and platforms do not disturb each
 * other. A file appears in one step, when all of it is on the disk. Each process compares its
 * checksum with that of the jar, and unpacks it again if it is damaged. Several processes and
 * threads may share a cache. A whole file is used without writing. Thread-safe.
 *
 * @param <T> the value that loading it gives
 */
public final class UnpackedLibrary<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(UnpackedLibrary.class);

  private static final String FOLDER = "native";
  private static final int KEY_DIGITS = 16;
  private static final int CHUNK = 1 << 20;

  private final String name;
  private final Supplier<List<URL>> files;
  private final Function<Path, Map<String, String>> properties;
  private final Function<Optional<Path>, T> loading;
  private @Nullable Loaded<T> loaded;

  /**
   * Describes a library; nothing is written or loaded yet.
   *
   * @param name its name and platform, which the folder's name begins with
   * @param files where its files are packed; none if the library is to unpack itself
   * @param properties the system properties that tell the library of the folder; they are set while
   *     it is loaded
   * @param loading loads it; is given the folder, or nothing if the library unpacks itself
   */
  public UnpackedLibrary(
      String name,
      Supplier<List<URL>> files,
      Function<Path, Map<String, String>> properties,
      Function<Optional<Path>, T> loading) {
    this.name = name;
    this.files = files;
    this.properties = properties;
    this.loading = loading;
  }

  private record Loaded<T>(T value, Optional<Path> folder) {}

  /** Returns the loaded library; empty if it is not loaded yet. */
  public synchronized Optional<T> loaded() {
    return Optional.ofNullable(loaded).map(Loaded::value);
  }

  /**
   * Loads the library, unless it is loaded. Where the cache cannot be written, the library unpacks
   * itself elsewhere, and a warning is logged.
   *
   * @param cache the cache's folder; of no account if the library is loaded
   * @return the value that loading it gave, then or before
   * @throws ModelStoreException if the thread is interrupted while another process unpacks
   */
  public synchronized T load(Path cache) {
    if (loaded == null) {
      Optional<Path> folder = unpack(cache.toAbsolutePath().resolve(FOLDER));
      Map<String, String> set = folder.map(properties).orElse(Map.of());
      set.forEach(System::setProperty);
      try {
        loaded = new Loaded<>(loading.apply(folder), folder);
      } finally {
        // Other code that loads the library in this process does so in its own way.
        set.keySet().forEach(System::clearProperty);
      }
    }
    return loaded.value();
  }

  /**
   * Unpacks one more file beside those of the library, if the cache has them.
   *
   * @param file where it is packed
   * @throws IOException if it cannot be read, or is not there whole and cannot be written
   * @throws ModelStoreException as above
   */
  public synchronized void add(URL file) throws IOException {
    if (loaded != null && loaded.folder().isPresent()) {
      Packed.of(file).unpack(loaded.folder().get());
    }
  }

  private Optional<Path> unpack(Path natives) {
    List<URL> packed = files.get();
    if (packed.isEmpty()) {
      return Optional.empty();
    }
    try {
      MessageDigest digest = Checksum.SHA256.digest();
      List<Packed> all = new ArrayList<>();
      for (URL file : packed) {
        Packed one = Packed.of(file);
        all.add(one);
        digest.update(
            "%s %d %d%n"
                .formatted(one.name(), one.size(), one.crc32())
                .getBytes(StandardCharsets.UTF_8));
      }
      String key = HexFormat.of().formatHex(digest.digest()).substring(0, KEY_DIGITS);
      Path folder = natives.resolve(name + "-" + key);
      for (Packed one : all) {
        one.unpack(folder);
      }
      return Optional.of(folder);
    } catch (IOException e) {
      LOGGER.warn(
          "{} is unpacked outside Infill's cache, as {} cannot be used: {}",
          name,
          natives,
          FailureReason.of(e));
      return Optional.empty();
    }
  }

  /** A file as it is packed, with the checksum of zip files. */
  private record Packed(URL resource, long size, long crc32) {
    static Packed of(URL resource) throws IOException {
      URLConnection connection = resource.openConnection();
      connection.setUseCaches(false);
      if (connection instanceof JarURLConnection packed) {
        try (JarFile jar = packed.getJarFile()) {
          JarEntry entry = packed.getJarEntry();
          if (entry.getSize() >= 0 && entry.getCrc() >= 0) {
            return new Packed(resource, entry.getSize(), entry.getCrc());
          }
        }
      }
      try (InputStream input = resource.openStream()) {
        return of(resource, Channels.newChannel(input));
      }
    }

    private static Packed of(URL resource, ReadableByteChannel content) throws IOException {
      CRC32 crc = new CRC32();
      long size = 0;
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
      while (content.read(chunk.clear()) >= 0) {
        size += chunk.flip().remaining();
        crc.update(chunk);
      }
      return new Packed(resource, size, crc.getValue());
    }

    String name() {
      return resource.getPath().substring(resource.getPath().lastIndexOf('/') + 1);
    }

    void unpack(Path folder) throws IOException {
      Path file = folder.resolve(name());
      if (isWhole(file)) {
        return;
      }
      Path natives = folder.resolveSibling("");
      try (ProcessLock lock = TemporaryFolder.lock(natives, "the native libraries in " + natives)) {
        if (!isWhole(file)) {
          try (TemporaryFolder temporary = TemporaryFolder.in(natives)) {
            Path copy = temporary.path().resolve(name());
            write(copy);
            Files.createDirectories(folder);
            DurableFolders.rename(copy, file);
          }
        }
      }
    }

    private boolean isWhole(Path file) throws IOException {
      try (FileChannel channel = FileChannel.open(file)) {
        Packed there = of(resource, channel);
        return there.size() == size && there.crc32() == crc32;
      } catch (NoSuchFileException e) {
        return false;
      }
    }

    private void write(Path copy) throws IOException {
      try (InputStream input = resource.openStream();
          FileChannel output =
              FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        input.transferTo(Channels.newOutputStream(output));
        output.force(true);
      }
      if (!isWhole(copy)) {
        throw new IOException("the file that was just written is damaged");
      }
    }
  }
}
