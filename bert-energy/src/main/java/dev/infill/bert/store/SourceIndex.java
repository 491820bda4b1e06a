package dev.infill.bert.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.bert.weights.WeightsSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Remembers the content of each source in the state in which it was last compiled, so that hundreds
 * of megabytes are not hashed at every start.
 */
final class SourceIndex {
  private static final TypeReference<TreeMap<String, Compiled>> ENTRIES = new TypeReference<>() {};

  private final Path file;

  SourceIndex(Path file) {
    this.file = file;
  }

  /** The state that a source was in, and the SHA-256 of the content then compiled. */
  private record Compiled(String state, String content) {}

  /** Returns the content of a source, or empty if it was never compiled in this state. */
  Optional<String> content(WeightsSource.Identity identity) throws IOException {
    return Optional.ofNullable(entries().get(identity.location()))
        .filter(compiled -> compiled.state().equals(identity.state()))
        .map(Compiled::content);
  }

  /** Remembers a content. The caller holds the store's lock. */
  void put(WeightsSource.Identity identity, String content) throws IOException {
    SortedMap<String, Compiled> entries = entries();
    entries.put(identity.location(), new Compiled(identity.state(), content));
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(new JsonMapper().writeValueAsBytes(entries));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private SortedMap<String, Compiled> entries() throws IOException {
    try {
      return new JsonMapper().readValue(Files.readAllBytes(file), ENTRIES);
    } catch (NoSuchFileException | JsonProcessingException e) {
      // What is not remembered is compiled again: nothing but time is lost.
      return new TreeMap<>();
    }
  }
}
