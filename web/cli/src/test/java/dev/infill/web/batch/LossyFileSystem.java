package dev.infill.web.batch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileChannel;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;

/**
 * The folders of this machine, and what a loss of power would leave of them as POSIX has it: of a
 * file what it held when it was last forced to the disk, and of a folder the names that it held
 * when it was. Names may also have got there by themselves; then a file that was never forced is
 * empty.
 */
final class LossyFileSystem extends FilterFileSystemProvider {
  private final Path root;
  private final Map<Object, String> contents = new HashMap<>();
  private final Map<Object, Map<String, Object>> names = new HashMap<>();
  private final List<Map<String, String>> moments = new ArrayList<>();

  /**
   * Creates the file system.
   *
   * @param root an empty folder, the one that is looked at
   */
  LossyFileSystem(Path root) {
    super("lossy://", FileSystems.getDefault());
    this.root = root;
  }

  /** Returns the folder that is looked at. */
  Path folder() {
    return wrapPath(root);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    Path file = toDelegate(path);
    return new FilterFileChannel(super.newFileChannel(path, options, attributes)) {
      @Override
      public void force(boolean metaData) throws IOException {
        super.force(metaData);
        forced(file);
      }
    };
  }

  private void forced(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      names.put(key(file), entries(file));
    } else {
      contents.put(key(file), Files.readString(file, StandardCharsets.UTF_8));
    }
    moments.add(left());
    moments.add(leftWithNames());
  }

  private static Object key(Path file) throws IOException {
    return Objects.requireNonNull(
        Files.readAttributes(file, BasicFileAttributes.class).fileKey(), "an inode");
  }

  private static Map<String, Object> entries(Path folder) throws IOException {
    Map<String, Object> entries = new HashMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        entries.put(file.getFileName().toString(), key(file));
      }
    }
    return entries;
  }

  /** Returns the files that a loss of power at this moment leaves: path → content. */
  Map<String, String> left() throws IOException {
    Map<String, String> files = new TreeMap<>();
    collect("", key(root), files);
    return files;
  }

  private void collect(String prefix, Object folder, Map<String, String> files) {
    names
        .getOrDefault(folder, Map.of())
        .forEach(
            (name, key) -> {
              if (contents.containsKey(key)) {
                files.put(prefix + name, contents.get(key));
              } else {
                collect(prefix + name + "/", key, files);
              }
            });
  }

  /** Returns the files that are left if all names have got to the disk. */
  private Map<String, String> leftWithNames() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), contents.getOrDefault(key(file), ""));
      }
    }
    return files;
  }

  /** Returns what was left in every moment until now. */
  List<Map<String, String>> moments() {
    return List.copyOf(moments);
  }
}
