package dev.infill.web.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled model in the cache.
 *
 * @param id the name of its folder
 * @param source what was compiled: a name, a path, or {@code hf:OWNER/NAME@COMMIT}; null if its
 *     manifest is damaged
 * @param locations the files that lead to it
 * @param folder where it lies
 * @param bytes the size of its files
 * @param sha256 the SHA-256 of the weights in float32; null if its manifest is damaged
 * @param graphVersion the version of its graphs
 * @param compiled when it was compiled, as ISO 8601 has it
 * @param lastUsed when its weights were last read, as the file system tells it
 * @param architecture its sizes; null if its manifest is damaged, or if it is an ONNX graph of no
 *     known architecture
 */
public record CachedModelJson(
    String id,
    @Nullable String source,
    List<String> locations,
    String folder,
    long bytes,
    @Nullable String sha256,
    String graphVersion,
    String compiled,
    String lastUsed,
    @Nullable Architecture architecture) {
  /**
   * The sizes of a network.
   *
   * @param layers the encoder's layers
   * @param hiddenSize the length of a hidden state
   * @param heads the attention heads
   * @param vocabularySize the word pieces
   * @param maxPositions the most pieces of a text
   * @param lowerCase whether upper case and accents are removed
   */
  public record Architecture(
      int layers,
      int hiddenSize,
      int heads,
      int vocabularySize,
      int maxPositions,
      boolean lowerCase) {}
}
