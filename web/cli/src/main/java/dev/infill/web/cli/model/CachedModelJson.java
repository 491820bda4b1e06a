package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.Manifest;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.web.api.Choices;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled model in the cache.
 *
 * @param id the name of its folder
 * @param source what was compiled: a name, a path, or {@code hf:OWNER/NAME@COMMIT}; null if its
 *     manifest cannot be read
 * @param locations the files that lead to it
 * @param folder where it lies
 * @param bytes the size of its files
 * @param sha256 the SHA-256 of the weights in float32; null if its manifest cannot be read
 * @param graphVersion the version of its graphs
 * @param compiled when it was compiled, as ISO 8601 has it
 * @param lastUsed when its weights were last read, as the file system tells it
 * @param numberFormat what its matrices are stored in; null if its manifest cannot be read
 * @param architecture what it is built like; null if its manifest cannot be read, or if it is an
 *     ONNX graph of no known architecture
 */
record CachedModelJson(
    String id,
    @Nullable String source,
    List<String> locations,
    String folder,
    long bytes,
    @Nullable String sha256,
    String graphVersion,
    String compiled,
    String lastUsed,
    @Nullable String numberFormat,
    @Nullable Architecture architecture) {
  static CachedModelJson of(CachedModel model) {
    Optional<Manifest> known = model.description();
    return new CachedModelJson(
        model.id(),
        CachedModels.source(model),
        model.locations(),
        model.folder().toString(),
        model.bytes(),
        known.map(Manifest::sha256).orElse(null),
        model.graphVersion(),
        model.compiled().toString(),
        model.lastUsed().toString(),
        known.map(manifest -> Choices.label(manifest.matrices())).orElse(null),
        known.flatMap(Architecture::of).orElse(null));
  }

  /**
   * What a network is built like.
   *
   * @param family which kind of model it is
   * @param layers the encoder's layers
   * @param storedLayers the layers with parameters of their own: fewer where layers share them
   * @param hiddenSize the length of a hidden state
   * @param heads the attention heads
   * @param intermediateSize the width of the feed-forward layers
   * @param embeddingSize the width of the embeddings
   * @param activation the function within feed-forward layers
   * @param tiedDecoder whether the decoder is the matrix of the word embeddings
   * @param vocabularySize the word pieces
   * @param maxPositions the most pieces of a text
   * @param lowerCase whether upper case and accents are removed
   */
  record Architecture(
      String family,
      int layers,
      int storedLayers,
      int hiddenSize,
      int heads,
      int intermediateSize,
      int embeddingSize,
      String activation,
      boolean tiedDecoder,
      int vocabularySize,
      int maxPositions,
      boolean lowerCase) {
    private static Optional<Architecture> of(Manifest manifest) {
      return manifest.configuration() instanceof BertConfiguration sizes
          ? Optional.of(
              new Architecture(
                  manifest.family(),
                  sizes.layers(),
                  sizes.architecture().storedLayers(),
                  sizes.hiddenSize(),
                  sizes.heads(),
                  sizes.intermediateSize(),
                  sizes.architecture().embeddingSize(),
                  Choices.label(sizes.architecture().activation()),
                  sizes.architecture().tiedDecoder(),
                  sizes.vocabularySize(),
                  sizes.maxPositions(),
                  manifest.lowerCase()))
          : Optional.empty();
    }
  }
}
