package dev.infill.bert.weights.source;

import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters that a BERT of some size has, by the names and shapes of Google's checkpoints, and
 * the size of a BERT that has some parameters.
 */
final class ParameterLayout {
  private static final String EMBEDDINGS = "bert/embeddings/";
  private static final Pattern LAYER = Pattern.compile("bert/encoder/layer_(\\d{1,4})/.*");

  /** The width of an attention head in every BERT that Google published. */
  private static final int HEAD_WIDTH = 64;

  private static final double LAYER_NORM_EPSILON = 1e-12;

  private ParameterLayout() {}

  /**
   * Works the sizes out from the shapes of the parameters, which must then be exactly those of such
   * a BERT; the pooler and the next-sentence head may be there as well.
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

  private static void check(Map<String, List<Long>> shapes, BertConfiguration configuration)
      throws MalformedFileException {
    Map<String, List<Long>> required = required(configuration);
    Map<String, List<Long>> optional = optional(configuration);
    for (String parameter : required.keySet()) {
      if (!shapes.containsKey(parameter)) {
        throw missing(parameter);
      }
    }
    for (String parameter : new TreeSet<>(shapes.keySet())) {
      List<Long> expected =
          Optional.ofNullable(required.get(parameter)).orElseGet(() -> optional.get(parameter));
      if (expected == null) {
        throw new MalformedFileException("holds " + parameter + ", which no BERT has");
      }
      if (!expected.equals(shapes.get(parameter))) {
        throw new MalformedFileException(
            "holds %s of shape %s, which should be %s"
                .formatted(parameter, shapes.get(parameter), expected));
      }
    }
  }

  private static MalformedFileException missing(String parameter) {
    return new MalformedFileException(
        "lacks "
            + parameter
            + ": it should hold a BERT with its masked-language-model head, names and shapes as in"
            + " Google's checkpoints");
  }

  /** Returns the shapes of the parameters that a model's graphs read, by their names. */
  static Map<String, List<Long>> required(BertConfiguration configuration) {
    Architecture architecture = configuration.architecture();
    long vocabulary = configuration.vocabularySize();
    long hidden = configuration.hiddenSize();
    long embedding = architecture.embeddingSize();
    long intermediate = configuration.intermediateSize();
    long positions = (long) architecture.firstPosition() + configuration.maxPositions();
    Map<String, List<Long>> shapes = new TreeMap<>();
    shapes.put(Parameters.WORD_EMBEDDINGS, List.of(vocabulary, embedding));
    LayerForm form = architecture.layerForm();
    if (form.rotations().isEmpty()) {
      shapes.put(EMBEDDINGS + "position_embeddings", List.of(positions, embedding));
    }
    if (architecture.tokenTypes() > 0) {
      shapes.put(
          EMBEDDINGS + "token_type_embeddings",
          List.of((long) architecture.tokenTypes(), embedding));
    }
    if (form.normalizedEmbeddings()) {
      putNorm(shapes, EMBEDDINGS, embedding, form);
    }
    if (architecture.projectsEmbeddings()) {
      putDense(shapes, "bert/embeddings_project/", embedding, hidden);
    }
    for (int layer = 0; layer < architecture.storedLayers(); layer++) {
      String prefix = "bert/encoder/layer_" + layer + "/";
      putDense(shapes, prefix + "attention/self/query/", hidden, hidden);
      putDense(shapes, prefix + "attention/self/key/", hidden, hidden);
      putDense(shapes, prefix + "attention/self/value/", hidden, hidden);
      putDense(shapes, prefix + "attention/output/dense/", hidden, hidden);
      putDense(shapes, prefix + "intermediate/dense/", hidden, intermediate);
      if (form.gated()) {
        putDense(shapes, prefix + "intermediate/gate/", hidden, intermediate);
      }
      putDense(shapes, prefix + "output/dense/", intermediate, hidden);
      if (form.preNorm()) {
        if (form.normalizesBeforeAttention(layer)) {
          putNorm(shapes, prefix + "attention/", hidden, form);
        }
        putNorm(shapes, prefix + "intermediate/", hidden, form);
      } else {
        putNorm(shapes, prefix + "attention/output/", hidden, form);
        putNorm(shapes, prefix + "output/", hidden, form);
      }
    }
    if (form.preNorm()) {
      putNorm(shapes, "bert/encoder/", hidden, form);
    }
    if (form.relativeBias()) {
      shapes.put(
          Parameters.RELATIVE_BIAS,
          List.of(2L * configuration.maxPositions() - 1, (long) configuration.heads()));
    }
    if (architecture.headActivation().isPresent()) {
      putDense(shapes, "cls/predictions/transform/dense/", hidden, embedding);
      putNorm(shapes, "cls/predictions/transform/", embedding, form);
    }
    shapes.put(Parameters.OUTPUT_BIAS, List.of(vocabulary));
    if (!architecture.tiedDecoder()) {
      shapes.put(Parameters.DECODER, List.of(vocabulary, embedding));
    }
    return shapes;
  }

  private static Map<String, List<Long>> optional(BertConfiguration configuration) {
    long hidden = configuration.hiddenSize();
    Map<String, List<Long>> shapes = new TreeMap<>();
    putDense(shapes, "bert/pooler/dense/", hidden, hidden);
    shapes.put("cls/seq_relationship/output_weights", List.of(2L, hidden));
    shapes.put("cls/seq_relationship/output_bias", List.of(2L));
    return shapes;
  }

  private static void putDense(
      Map<String, List<Long>> shapes, String prefix, long inputs, long outputs) {
    shapes.put(prefix + "kernel", List.of(inputs, outputs));
    shapes.put(prefix + "bias", List.of(outputs));
  }

  private static void putNorm(
      Map<String, List<Long>> shapes, String prefix, long width, LayerForm form) {
    if (!form.rootMeanSquare()) {
      shapes.put(prefix + "LayerNorm/beta", List.of(width));
    }
    shapes.put(prefix + "LayerNorm/gamma", List.of(width));
  }
}
