package dev.infill.bert.weights.source;

import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names and shapes of a model's parameters, as in Google's checkpoints; and the sizes of a BERT
 * by the shapes of its parameters.
 */
final class ParameterLayout {
  private static final String EMBEDDINGS = "bert/embeddings/";
  private static final Pattern LAYER = Pattern.compile("bert/encoder/layer_(\\d{1,4})/.*");

  /** The width of an attention head in every BERT that Google published. */
  private static final int HEAD_WIDTH = 64;

  private static final double LAYER_NORM_EPSILON = 1e-12;

  private final Map<String, List<Long>> shapes = new TreeMap<>();
  private final BertConfiguration sizes;
  private final Architecture architecture;
  private final LayerForm form;
  private final long hidden;
  private final long embedding;

  private ParameterLayout(BertConfiguration sizes) {
    this.sizes = sizes;
    architecture = sizes.architecture();
    form = architecture.layerForm();
    hidden = sizes.hiddenSize();
    embedding = architecture.embeddingSize();
  }

  /**
   * Works out the sizes of a BERT. All parameters must then have the shapes of such a BERT; its
   * pooler and its next-sentence head may be missing.
   *
   * @param shapes the shapes by the parameters' names
   */
  static BertConfiguration configurationOf(Map<String, List<Long>> shapes)
      throws MalformedFileException {
    List<Long> words = matrix(shapes, Parameters.WORD_EMBEDDINGS);
    List<Long> positions = matrix(shapes, EMBEDDINGS + "position_embeddings");
    List<Long> feedForward = matrix(shapes, "bert/encoder/layer_0/intermediate/dense/kernel");
    int hidden = Math.toIntExact(words.get(1));
    if (hidden % HEAD_WIDTH != 0) {
      throw new MalformedFileException(
          "holds a model of width " + hidden + ", not a multiple of " + HEAD_WIDTH);
    }
    if (positions.get(0) < 3) {
      throw new MalformedFileException("holds a model of " + positions.get(0) + " positions");
    }
    BertConfiguration configuration =
        new BertConfiguration(
            Math.toIntExact(words.get(0)),
            hidden,
            layers(shapes.keySet()),
            hidden / HEAD_WIDTH,
            Math.toIntExact(feedForward.get(1)),
            Math.toIntExact(positions.get(0)),
            LAYER_NORM_EPSILON);
    check(shapes, configuration);
    return configuration;
  }

  private static List<Long> matrix(Map<String, List<Long>> shapes, String parameter)
      throws MalformedFileException {
    List<Long> shape = shapes.get(parameter);
    if (shape == null) {
      throw missing(parameter);
    }
    if (shape.size() != 2 || shape.get(0) < 1 || shape.get(1) < 1) {
      throw new MalformedFileException(
          "holds " + parameter + " of shape " + shape + ", which should be a matrix");
    }
    return shape;
  }

  private static int layers(Set<String> parameters) {
    int layers = 0;
    for (String parameter : parameters) {
      Matcher layer = LAYER.matcher(parameter);
      if (layer.matches()) {
        layers = Math.max(layers, Integer.parseInt(layer.group(1)) + 1);
      }
    }
    return layers;
  }

  private static void check(Map<String, List<Long>> shapes, BertConfiguration sizes)
      throws MalformedFileException {
    Map<String, List<Long>> expected = required(sizes);
    for (String parameter : expected.keySet()) {
      if (!shapes.containsKey(parameter)) {
        throw missing(parameter);
      }
    }
    expected.putAll(optional(sizes));
    for (Map.Entry<String, List<Long>> given : new TreeMap<>(shapes).entrySet()) {
      List<Long> shape = expected.get(given.getKey());
      if (shape == null) {
        throw new MalformedFileException(
            "holds %s, which no BERT has".formatted(PrintableName.of(given.getKey())));
      }
      if (!shape.equals(given.getValue())) {
        throw new MalformedFileException(
            "holds %s of shape %s, which should be %s"
                .formatted(PrintableName.of(given.getKey()), given.getValue(), shape));
      }
    }
  }

  private static MalformedFileException missing(String parameter) {
    return new MalformedFileException(
        "lacks %s: it should hold a BERT with its masked-language-model head, names and shapes as in Google's checkpoints"
            .formatted(parameter));
  }

  private static Map<String, List<Long>> optional(BertConfiguration sizes) {
    ParameterLayout layout = new ParameterLayout(sizes);
    layout.putDense("bert/pooler/dense/", layout.hidden, layout.hidden);
    layout.shapes.put("cls/seq_relationship/output_weights", List.of(2L, layout.hidden));
    layout.shapes.put("cls/seq_relationship/output_bias", List.of(2L));
    return layout.shapes;
  }

  /** Returns the shapes of the parameters that a model's graphs read, by their names. */
  static Map<String, List<Long>> required(BertConfiguration sizes) {
    ParameterLayout layout = new ParameterLayout(sizes);
    layout.putEmbeddings();
    for (int layer = 0; layer < layout.architecture.storedLayers(); layer++) {
      layout.putLayer(layer);
    }
    if (layout.form.preNorm()) {
      layout.putNorm("bert/encoder/", layout.hidden);
    }
    if (layout.form.relativeBias()) {
      layout.shapes.put(
          Parameters.RELATIVE_BIAS, List.of(2L * sizes.maxPositions() - 1, (long) sizes.heads()));
    }
    layout.putHead();
    return layout.shapes;
  }

  private void putEmbeddings() {
    shapes.put(Parameters.WORD_EMBEDDINGS, List.of((long) sizes.vocabularySize(), embedding));
    if (form.rotations().isEmpty()) {
      long positions = (long) architecture.firstPosition() + sizes.maxPositions();
      shapes.put(EMBEDDINGS + "position_embeddings", List.of(positions, embedding));
    }
    if (architecture.tokenTypes() > 0) {
      long types = architecture.tokenTypes();
      shapes.put(EMBEDDINGS + "token_type_embeddings", List.of(types, embedding));
    }
    if (form.normalizedEmbeddings()) {
      putNorm(EMBEDDINGS, embedding);
    }
    if (architecture.projectsEmbeddings()) {
      putDense("bert/embeddings_project/", embedding, hidden);
    }
  }

  private void putLayer(int layer) {
    String prefix = "bert/encoder/layer_" + layer + "/";
    long intermediate = sizes.intermediateSize();
    putDense(prefix + "attention/self/query/", hidden, hidden);
    putDense(prefix + "attention/self/key/", hidden, hidden);
    putDense(prefix + "attention/self/value/", hidden, hidden);
    putDense(prefix + "attention/output/dense/", hidden, hidden);
    putDense(prefix + "intermediate/dense/", hidden, intermediate);
    if (form.gated()) {
      putDense(prefix + "intermediate/gate/", hidden, intermediate);
    }
    putDense(prefix + "output/dense/", intermediate, hidden);
    if (!form.preNorm()) {
      putNorm(prefix + "attention/output/", hidden);
      putNorm(prefix + "output/", hidden);
      return;
    }
    if (form.normalizesBeforeAttention(layer)) {
      putNorm(prefix + "attention/", hidden);
    }
    putNorm(prefix + "intermediate/", hidden);
  }

  private void putHead() {
    long vocabulary = sizes.vocabularySize();
    if (architecture.headActivation().isPresent()) {
      putDense("cls/predictions/transform/dense/", hidden, embedding);
      putNorm("cls/predictions/transform/", embedding);
    }
    shapes.put(Parameters.OUTPUT_BIAS, List.of(vocabulary));
    if (!architecture.tiedDecoder()) {
      shapes.put(Parameters.DECODER, List.of(vocabulary, embedding));
    }
  }

  private void putDense(String prefix, long inputs, long outputs) {
    shapes.put(prefix + "kernel", List.of(inputs, outputs));
    shapes.put(prefix + "bias", List.of(outputs));
  }

  private void putNorm(String prefix, long width) {
    if (!form.rootMeanSquare()) {
      shapes.put(prefix + "LayerNorm/beta", List.of(width));
    }
    shapes.put(prefix + "LayerNorm/gamma", List.of(width));
  }
}
