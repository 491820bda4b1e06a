package dev.infill.bert.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.infill.core.DurableFolders;
import java.io.CharConversionException;
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
import java.util.function.Predicate;

/**
 * Remembers the content of each source when it was last compiled, so that a start need not hash
 * hundreds of megabytes.
 */
record SourceIndex(Path file) {
  /**
   * A source as it was last compiled.
   *
   * @param state the state of its files
   * @param files the checksums of its files: they are the same on a copy, which has another state
   * @param content the SHA-256 of the model's content, which becomes part of a path
   */
  record Entry(String state, String files, String content) {
    Entry {
      if (!content.matches("[0-9a-f]{64}")) {
        throw new IllegalArgumentException("'%s' is no SHA-256".formatted(content));
      }
    }
  }

  private record Entries(Map<String, Entry> sources) {}

  /**
   * Returns the content of a source, or empty if the source has changed since it was compiled.
   *
   * @param isNow whether an entry fits the source as it is now
   */
  Optional<String> content(String location, Predicate<Entry> isNow) throws IOException {
    return Optional.ofNullable(entries().get(location)).filter(isNow).map(Entry::content);
  }

  /**
   * Returns the locations of the sources that were last compiled to a content.
   *
   * @param key the beginning of the content's SHA-256
   */
  List<String> locations(String key) throws IOException {
    return entries().entrySet().stream()
        .filter(entry -> entry.getValue().content().startsWith(key))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Remembers the content of a source. The caller holds the store's lock. */
  void put(String location, Entry compiled) throws IOException {
    Map<String, Entry> entries = entries();
    entries.put(location, compiled);
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (CheckedOutput output =
        new CheckedOutput(
            FileChannel.open(
                next,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE))) {
      output.write(ByteBuffer.wrap(JsonRecords.write(new Entries(entries))));
    }
    DurableFolders.rename(next, file);
  }

  private Map<String, Entry> entries() throws IOException {
    try {
      return JsonRecords.read(Files.readAllBytes(file), Entries.class).sources();
    } catch (NoSuchFileException | JsonProcessingException | CharConversionException e) {
      // Sources are then compiled again: nothing but time is lost.
      return new LinkedHashMap<>();
    }
  }
}
