package dev.infill.bert.store;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A compiled model as it lies in the cache, checked or not.
 *
 * @param id the name of its folder, made of its content and the version of its graphs
 * @param graphVersion the version of its graphs
 * @param folder the folder
 * @param bytes the size of all its files
 * @param compiled when it was compiled
 * @param lastUsed when its weights were last read, as the file system tells it: many Linux systems
 *     write that down once a day, and some never
 * @param locations the files or folders that it was compiled from, if they are there and unchanged
 * @param description its manifest; empty if that is damaged, or another version of Infill compiled
 *     the model
 */
public record CachedModel(
    String id,
    String graphVersion,
    Path folder,
    long bytes,
    Instant compiled,
    Instant lastUsed,
    List<String> locations,
    Optional<Manifest> description) {
  /** Copies the list. */
  public CachedModel {
    locations = List.copyOf(locations);
  }

  /** The kind of numbers that are stored. */
  public enum NumberFormat {
    /** 32 bits. */
    FLOAT32,
    /** 16 bits, 11 of them of significand. */
    FLOAT16
  }
}
