package dev.infill.bert.weights;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * How an encoder of the BERT family is built, apart from its sizes: what the others changed in
 * Google's BERT (Devlin et al. 2019).
 *
 * @param embeddingSize E, the width of the embeddings and of what the decoder reads
 * @param projectsEmbeddings whether a matrix [E, H] stands between embeddings and layers (ALBERT,
 *     ELECTRA); if not, E = H
 * @param tokenTypes the number of token types, of which the first is used; 0 if there are none
 *     (DistilBERT)
 * @param firstPosition the row of the position embeddings that the first piece takes (RoBERTa's is
 *     one more than that of padding)
 * @param activation the function within feed-forward layers
 * @param headActivation the function within the head
 * @param tiedDecoder whether the decoder is the matrix of the word embeddings, not one of its own
 * @param layerParameters for each layer, which parameters it has: layers of the same number share
 *     them (ALBERT); numbers from 0 on, each used by some layer
 */
public record Architecture(
    int embeddingSize,
    boolean projectsEmbeddings,
    int tokenTypes,
    int firstPosition,
    Activation activation,
    Activation headActivation,
    boolean tiedDecoder,
    List<Integer> layerParameters) {
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

  /** Returns its components by their names: numbers, truth values, names, and lists of numbers. */
  public Map<String, Object> toFields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("embeddingSize", embeddingSize);
    fields.put("projectsEmbeddings", projectsEmbeddings);
    fields.put("tokenTypes", tokenTypes);
    fields.put("firstPosition", firstPosition);
    fields.put("activation", activation.name());
    fields.put("headActivation", headActivation.name());
    fields.put("tiedDecoder", tiedDecoder);
    fields.put("layerParameters", layerParameters);
    return fields;
  }

  /**
   * Returns what {@link #toFields()} wrote.
   *
   * @param field gives a component by its name
   */
  public static Architecture ofFields(Function<String, Object> field) {
    return new Architecture(
        ((Number) field.apply("embeddingSize")).intValue(),
        field.apply("projectsEmbeddings").equals(true),
        ((Number) field.apply("tokenTypes")).intValue(),
        ((Number) field.apply("firstPosition")).intValue(),
        Activation.valueOf(field.apply("activation").toString()),
        Activation.valueOf(field.apply("headActivation").toString()),
        field.apply("tiedDecoder").equals(true),
        ((List<?>) field.apply("layerParameters"))
            .stream().map(number -> ((Number) number).intValue()).toList());
  }
}
