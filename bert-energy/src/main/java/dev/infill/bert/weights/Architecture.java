package dev.infill.bert.weights;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The form of an encoder of the BERT family, apart from its sizes: the changes that BERT's
 * relatives made to Google's BERT (Devlin et al. 2019).
 *
 * @param embeddingSize E, the width of the embeddings and of the decoder's input
 * @param projectsEmbeddings whether a matrix [E, H] stands between embeddings and layers (ALBERT,
 *     ELECTRA); if not, E = H
 * @param tokenTypes the number of token types; the first one is used. 0 if there are none
 *     (DistilBERT)
 * @param firstPosition the row of the position embeddings that the first piece takes (RoBERTa's is
 *     one more than that of padding)
 * @param activation the function within feed-forward layers
 * @param headActivation the function within the head; empty if there is no head, and the decoder
 *     reads the output of the layers (EuroBERT)
 * @param tiedDecoder whether the decoder is the matrix of the word embeddings, not one of its own
 * @param layerParameters for each layer the number of its parameters, from 0 on: layers of the same
 *     number share them (ALBERT), and no number is left out
 * @param layerForm the form of the layers (ModernBERT, ESM-2, MPNet, EuroBERT)
 */
public record Architecture(
    int embeddingSize,
    boolean projectsEmbeddings,
    int tokenTypes,
    int firstPosition,
    Activation activation,
    Optional<Activation> headActivation,
    boolean tiedDecoder,
    List<Integer> layerParameters,
    LayerForm layerForm) {
  /** Copies the list and checks the numbers. */
  public Architecture {
    layerParameters = List.copyOf(layerParameters);
    if (embeddingSize < 1 || tokenTypes < 0 || firstPosition < 0) {
      throw new IllegalArgumentException(
          "embeddings of width %d, %d token types, first position %d"
              .formatted(embeddingSize, tokenTypes, firstPosition));
    }
    long stored = layerParameters.stream().distinct().count();
    if (layerParameters.stream().anyMatch(number -> number < 0 || number >= stored)) {
      throw new IllegalArgumentException("layers with the parameters " + layerParameters);
    }
    int rotations = layerForm.rotations().size();
    if (rotations > 0 && rotations != layerParameters.size()) {
      throw new IllegalArgumentException(
          "rotary positions of %d layers of %d".formatted(rotations, layerParameters.size()));
    }
  }

  /**
   * Describes an encoder whose layers are built like BERT's.
   *
   * @param embeddingSize E
   * @param projectsEmbeddings whether a matrix [E, H] stands between embeddings and layers
   * @param tokenTypes the number of token types
   * @param firstPosition the row of the position embeddings that the first piece takes
   * @param activation the function within feed-forward layers
   * @param headActivation the function within the head
   * @param tiedDecoder whether the decoder is the matrix of the word embeddings
   * @param layerParameters for each layer, which parameters it has
   */
  public Architecture(
      int embeddingSize,
      boolean projectsEmbeddings,
      int tokenTypes,
      int firstPosition,
      Activation activation,
      Activation headActivation,
      boolean tiedDecoder,
      List<Integer> layerParameters) {
    this(
        embeddingSize,
        projectsEmbeddings,
        tokenTypes,
        firstPosition,
        activation,
        Optional.of(headActivation),
        tiedDecoder,
        layerParameters,
        LayerForm.BERT);
  }

  /**
   * Returns Google's BERT.
   *
   * @param hiddenSize H
   * @param layers the number of layers
   */
  public static Architecture bert(int hiddenSize, int layers) {
    return new Architecture(
        hiddenSize,
        false,
        2,
        0,
        Activation.GELU,
        Activation.GELU,
        true,
        IntStream.range(0, layers).boxed().toList());
  }

  /** Returns how many layers have parameters of their own. */
  public int storedLayers() {
    return (int) layerParameters.stream().distinct().count();
  }
}
