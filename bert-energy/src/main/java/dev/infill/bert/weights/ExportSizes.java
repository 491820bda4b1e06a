package dev.infill.bert.weights;

/**
 * The sizes of a network that is given as an ONNX graph, whose layers are not known.
 *
 * @param vocabularySize V, the number of word pieces
 * @param embeddingSize E, the width of the word embeddings
 * @param maxPositions the most pieces of a text, {@code [CLS]} and {@code [SEP]} included
 */
public record ExportSizes(int vocabularySize, int embeddingSize, int maxPositions)
    implements NetworkSizes {
  /** Checks the sizes. */
  public ExportSizes {
    if (vocabularySize < 1 || embeddingSize < 1 || maxPositions < 3) {
      throw new IllegalArgumentException(
          "no model has %d word pieces, embeddings of width %d and %d positions"
              .formatted(vocabularySize, embeddingSize, maxPositions));
    }
  }
}
