package dev.infill.bert.weights;

/**
 * The sizes and the form of an encoder of the BERT family with its masked-language-model head.
 *
 * @param vocabularySize V, the number of word pieces
 * @param hiddenSize H, a multiple of heads
 * @param layers the number of encoder layers
 * @param heads the number of attention heads
 * @param intermediateSize the width of the feed-forward layers
 * @param maxPositions the most pieces of a text, {@code [CLS]} and {@code [SEP]} included
 * @param layerNormEpsilon ε of layer normalisation
 * @param architecture its differences from Google's BERT
 */
public record BertConfiguration(
    int vocabularySize,
    int hiddenSize,
    int layers,
    int heads,
    int intermediateSize,
    int maxPositions,
    double layerNormEpsilon,
    Architecture architecture)
    implements NetworkSizes {
  /** Checks the sizes. */
  public BertConfiguration {
    if (vocabularySize < 1 || hiddenSize < 1 || layers < 1 || heads < 1 || intermediateSize < 1) {
      throw new IllegalArgumentException("a BERT's sizes must be positive");
    }
    if (hiddenSize % heads != 0) {
      throw new IllegalArgumentException(heads + " heads do not divide " + hiddenSize);
    }
    if (maxPositions < 3) {
      throw new IllegalArgumentException("a BERT needs at least 3 positions, not " + maxPositions);
    }
    if (architecture.layerParameters().size() != layers) {
      throw new IllegalArgumentException(
          layers + " layers with parameters " + architecture.layerParameters());
    }
    if (!architecture.layerForm().rotations().isEmpty() && hiddenSize / heads % 2 != 0) {
      throw new IllegalArgumentException(
          "rotary positions turn pairs, and heads have %d numbers".formatted(hiddenSize / heads));
    }
    if (!architecture.projectsEmbeddings() && architecture.embeddingSize() != hiddenSize) {
      throw new IllegalArgumentException(
          "embeddings of width %d do not fit layers of width %d"
              .formatted(architecture.embeddingSize(), hiddenSize));
    }
  }

  /**
   * Describes Google's BERT of some size.
   *
   * @param vocabularySize V
   * @param hiddenSize H, a multiple of heads
   * @param layers the number of encoder layers
   * @param heads the number of attention heads
   * @param intermediateSize the width of the feed-forward layers
   * @param maxPositions the most pieces of a text
   * @param layerNormEpsilon ε of layer normalisation
   */
  public BertConfiguration(
      int vocabularySize,
      int hiddenSize,
      int layers,
      int heads,
      int intermediateSize,
      int maxPositions,
      double layerNormEpsilon) {
    this(
        vocabularySize,
        hiddenSize,
        layers,
        heads,
        intermediateSize,
        maxPositions,
        layerNormEpsilon,
        Architecture.bert(hiddenSize, layers));
  }
}
