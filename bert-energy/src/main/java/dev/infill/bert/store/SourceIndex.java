package dev.infill.bert.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.DurableFolders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Remembers the content of each source in the state in which it was last compiled, so that hundreds
 * of megabytes are not hashed at every start; and the checksums of its files, which tell that it is
 * the same where its state is another one, as on a copy of the disk.
 */
final class SourceIndex {
  private static final String STATE = "state";
  private static final String FILES = "files";
  private static final String CONTENT = "content";
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  private final Path file;

  SourceIndex(Path file) {
    this.file = file;
  }

  /** Returns the content of a source, or empty if it was not last compiled in this state. */
  Optional<String> content(WeightsSource.Identity identity) throws IOException {
    return content(identity.location(), STATE, identity.state());
  }

  /**
   * Returns the content of a source, or empty if it was not last compiled from these files.
   *
   * @param files their checksums
   */
  Optional<String> contentOf(String location, String files) throws IOException {
    return content(location, FILES, files);
  }

  private Optional<String> content(String location, String member, String value)
      throws IOException {
    return entries().get(location) instanceof Map<?, ?> compiled
            && value.equals(compiled.get(member))
            && compiled.get(CONTENT) instanceof String content
            && SHA256.matcher(content).matches()
        ? Optional.of(content)
        : Optional.empty();
  }

  /**
   * Returns the locations of the sources that were last compiled to a content.
   *
   * @param key the beginning of the content's SHA-256
   */
  List<String> locations(String key) throws IOException {
    return entries().entrySet().stream()
        .filter(
            entry ->
                entry.getValue() instanceof Map<?, ?> compiled
                    && compiled.get(CONTENT) instanceof String content
                    && content.startsWith(key))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Remembers a content. The caller holds the store's lock.
   *
   * @param files the checksums of its files
   */
  void put(WeightsSource.Identity identity, String files, String content) throws IOException {
    Map<String, Object> entries = entries();
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put(STATE, identity.state());
    entry.put(FILES, files);
    entry.put(CONTENT, content);
    entries.put(identity.location(), entry);
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(JsonTree.write(entries));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    DurableFolders.rename(next, file);
  }

  private Map<String, Object> entries() throws IOException {
    try {
      return JsonTree.read(Files.readAllBytes(file));
    } catch (NoSuchFileException | JsonProcessingException e) {
      // What is not remembered is compiled again: nothing but time is lost.
      return new LinkedHashMap<>();
    }
  }
}
