package dev.infill.bert.weights;

import dev.infill.bert.weights.LayerForm.Rotation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
 * @param headActivation the function within the head; empty if there is none, and the decoder reads
 *     what the layers give (EuroBERT)
 * @param tiedDecoder whether the decoder is the matrix of the word embeddings, not one of its own
 * @param layerParameters for each layer, which parameters it has: layers of the same number share
 *     them (ALBERT); numbers from 0 on, each used by some layer
 * @param layerForm how the layers are built (ModernBERT, ESM-2, MPNet, EuroBERT)
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
  private static final String HEAD_ACTIVATION = "headActivation";
  private static final String DROPPED_TOKEN = "droppedToken";
  private static final String ROOT_MEAN_SQUARE = "rootMeanSquare";
  private static final String RELATIVE_BIAS = "relativeBias";

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

  /** Returns its components by their names: numbers, truth values, names, and lists of numbers. */
  public Map<String, Object> toFields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("embeddingSize", embeddingSize);
    fields.put("projectsEmbeddings", projectsEmbeddings);
    fields.put("tokenTypes", tokenTypes);
    fields.put("firstPosition", firstPosition);
    fields.put("activation", activation.name());
    headActivation.ifPresent(function -> fields.put(HEAD_ACTIVATION, function.name()));
    fields.put("tiedDecoder", tiedDecoder);
    fields.put("layerParameters", layerParameters);
    // Left out where they are BERT's, as in caches of earlier versions.
    if (!layerForm.equals(LayerForm.BERT)) {
      fields.put("preNorm", layerForm.preNorm());
      fields.put("gated", layerForm.gated());
      fields.put("rotaryBases", layerForm.rotations().stream().map(Rotation::theta).toList());
      fields.put("reaches", layerForm.rotations().stream().map(Rotation::reach).toList());
      fields.put("normalizedEmbeddings", layerForm.normalizedEmbeddings());
      layerForm.droppedToken().ifPresent(token -> fields.put(DROPPED_TOKEN, token));
      fields.put(ROOT_MEAN_SQUARE, layerForm.rootMeanSquare());
      fields.put(RELATIVE_BIAS, layerForm.relativeBias());
    }
    return fields;
  }

  /** Returns what {@link #toFields()} wrote. */
  public static Architecture ofFields(Map<?, ?> fields) {
    return new Architecture(
        integer(fields, "embeddingSize"),
        isTrue(fields, "projectsEmbeddings"),
        integer(fields, "tokenTypes"),
        integer(fields, "firstPosition"),
        Activation.valueOf(value(fields, "activation").toString()),
        fields.containsKey(HEAD_ACTIVATION)
            ? Optional.of(Activation.valueOf(value(fields, HEAD_ACTIVATION).toString()))
            : Optional.empty(),
        isTrue(fields, "tiedDecoder"),
        numbers(fields, "layerParameters").stream().map(Number::intValue).toList(),
        fields.containsKey("reaches") ? layerForm(fields) : LayerForm.BERT);
  }

  private static LayerForm layerForm(Map<?, ?> fields) {
    List<Number> bases = numbers(fields, "rotaryBases");
    List<Number> reaches = numbers(fields, "reaches");
    return new LayerForm(
        isTrue(fields, "preNorm"),
        isTrue(fields, "gated"),
        IntStream.range(0, bases.size())
            .mapToObj(i -> new Rotation(bases.get(i).doubleValue(), reaches.get(i).intValue()))
            .toList(),
        // Caches of earlier versions do not have it.
        !Boolean.FALSE.equals(fields.get("normalizedEmbeddings")),
        fields.containsKey(DROPPED_TOKEN)
            ? OptionalInt.of(integer(fields, DROPPED_TOKEN))
            : OptionalInt.empty(),
        Boolean.TRUE.equals(fields.get(ROOT_MEAN_SQUARE)),
        Boolean.TRUE.equals(fields.get(RELATIVE_BIAS)));
  }

  private static Object value(Map<?, ?> fields, String name) {
    Object value = fields.get(name);
    if (value == null) {
      throw new IllegalStateException("no " + name + " of an architecture");
    }
    return value;
  }

  private static int integer(Map<?, ?> fields, String name) {
    return ((Number) value(fields, name)).intValue();
  }

  private static boolean isTrue(Map<?, ?> fields, String name) {
    return value(fields, name).equals(true);
  }

  private static List<Number> numbers(Map<?, ?> fields, String name) {
    return ((List<?>) value(fields, name)).stream().map(Number.class::cast).toList();
  }
}
