package dev.infill.bert.store;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A compiled model as it lies in the cache, checked or not.
 *
 * @param id the name of its folder, which is that of its content and of the version of its graphs
 * @param graphVersion the version of its graphs
 * @param folder the folder
 * @param bytes the size of all its files
 * @param compiled when it was compiled
 * @param lastUsed when its weights were last read, as exactly as the file system tells it: many
 *     Linux systems write that down once a day, and some never
 * @param locations the files that it is the compiled form of, as they are now; without one, no
 *     model leads to it
 * @param description what its manifest says; empty if that is damaged
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

  /** What numbers are stored in. */
  public enum NumberFormat {
    /** 32 bits. */
    FLOAT32,
    /** 16 bits, 11 of them of significand. */
    FLOAT16
  }
}
