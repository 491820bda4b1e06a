package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.OnnxGraph;
import dev.infill.bert.weights.format.OnnxInput;
import dev.infill.bert.weights.format.OnnxTensor;
import dev.infill.bert.weights.format.PrintableName;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * A masked language model as an ONNX graph, as transformers, Optimum or {@code torch.onnx} export
 * it.
 *
 * @param graph the graph
 * @param output the name of the value that holds logits: an output, or the input of a softmax
 *     before it
 * @param sizes the sizes
 */
public record OnnxExport(OnnxGraph graph, String output, ExportSizes sizes) {
  /** Input, int64 [N, T]: the pieces of each sequence. */
  public static final String INPUT_IDS = "input_ids";

  /** Input, int64 [N, T]: 1 for each piece, 0 for padding. */
  public static final String ATTENTION_MASK = "attention_mask";

  /** Input, int64 [N, T]: the type of each piece, 0 in a single text. */
  public static final String TOKEN_TYPE_IDS = "token_type_ids";

  /** Input, int64 [N, T]: the position of each piece, 0 to T − 1. */
  public static final String POSITION_IDS = "position_ids";

  private static final Set<String> INPUTS =
      Set.of(INPUT_IDS, ATTENTION_MASK, TOKEN_TYPE_IDS, POSITION_IDS);
  private static final String LOGITS = "logits";
  private static final String PARAMETER = "tensor/";

  /** Embeddings of positions have at least as many rows; those of token types have fewer. */
  private static final int LEAST_POSITIONS = 3;

  /** RoBERTa's positions depend on padding, and begin behind its position, 1. */
  private static final int POSITIONS_OF_PADDING = 2;

  /**
   * Returns the name of a tensor as a parameter, which no input or node has.
   *
   * @param tensor its name in the file
   */
  public static String parameter(String tensor) {
    return PARAMETER + tensor;
  }

  /**
   * Adds all that distinguishes the graph from others with the same parameters.
   *
   * @param digest the digest that it is added to
   */
  public void addTo(MessageDigest digest) {
    new TreeMap<>(graph.operatorSets()).forEach((domain, set) -> add(digest, domain + " " + set));
    graph.nodes().forEach(node -> digest.update(node.toByteArray()));
    graph.inputs().forEach((name, input) -> add(digest, name + " " + input));
    add(digest, output);
    for (Map.Entry<String, OnnxTensor> tensor : new TreeMap<>(graph.tensors()).entrySet()) {
      OnnxTensor value = tensor.getValue();
      add(digest, tensor.getKey() + " " + value.type() + " " + value.shape());
      if (!isParameter(value)) {
        digest.update(value.bytes());
      }
    }
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  /** Returns the tensors of several real numbers. */
  public Parameters parameters() {
    Map<String, OnnxTensor> parameters = new TreeMap<>();
    graph
        .tensors()
        .forEach(
            (name, tensor) -> {
              if (isParameter(tensor)) {
                parameters.put(parameter(name), tensor);
              }
            });
    return new Tensors(parameters);
  }

  private record Tensors(Map<String, OnnxTensor> tensors) implements Parameters {
    @Override
    public Set<String> names() {
      return tensors.keySet();
    }

    @Override
    public List<Long> shape(String parameter) {
      return tensor(parameter).shape();
    }

    @Override
    public FloatBuffer read(String parameter) {
      return tensor(parameter).floats();
    }

    private OnnxTensor tensor(String parameter) {
      return Objects.requireNonNull(tensors.get(parameter), parameter);
    }

    @Override
    public void close() {
      // The file is mapped, and let go when nothing refers to it.
    }
  }

  /** Says whether a tensor is a parameter, not a constant of the graph. */
  public static boolean isParameter(OnnxTensor tensor) {
    return tensor.isReal() && tensor.elements() > 1;
  }

  /**
   * Finds the model in a graph.
   *
   * @param graph the graph
   * @param configured the most pieces of a text, as the model's configuration says; empty if there
   *     is none
   * @throws MalformedFileException if it is no masked language model
   */
  public static OnnxExport of(OnnxGraph graph, OptionalLong configured)
      throws MalformedFileException {
    requireInputs(graph);
    String output = output(graph);
    ExportSizes sizes = sizes(graph, configured);
    int vocabulary = sizes.vocabularySize();
    List<Long> declared = Objects.requireNonNull(graph.outputs().get(output)).shape();
    long width = declared.isEmpty() ? -1 : declared.get(declared.size() - 1);
    if (width > 0 && width != vocabulary) {
      throw notLogits(output, width, vocabulary);
    }
    return new OnnxExport(graph, LogitsOutput.of(graph, output), sizes);
  }

  /** {@code configured} is empty where no configuration tells the most pieces of a text. */
  private static ExportSizes sizes(OnnxGraph graph, OptionalLong configured)
      throws MalformedFileException {
    Embeddings embeddings = Embeddings.of(graph);
    List<Long> words = embeddings.words().shape();
    long positions = embeddings.positions(configured);
    try {
      return new ExportSizes(
          Math.toIntExact(words.get(0)), Math.toIntExact(words.get(1)), Math.toIntExact(positions));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new MalformedFileException("describes no such model: " + e.getMessage(), e);
    }
  }

  private static MalformedFileException notLogits(String output, long width, long vocabulary) {
    return new MalformedFileException(
        "gives hidden states of width %d (%s), not logits of %d word pieces: it is an encoder"
                .formatted(width, PrintableName.of(output), vocabulary)
            + " without its masked-language-model head; export it for the task fill-mask");
  }

  /** Checks that all inputs are those of a masked language model. */
  private static void requireInputs(OnnxGraph graph) throws MalformedFileException {
    if (!graph.inputs().containsKey(INPUT_IDS)) {
      throw new MalformedFileException("has no input " + INPUT_IDS);
    }
    for (Map.Entry<String, OnnxInput> input : graph.inputs().entrySet()) {
      if (!INPUTS.contains(input.getKey())) {
        throw new MalformedFileException(
            "has the input '%s', which no model for the task fill-mask has"
                .formatted(PrintableName.of(input.getKey())));
      }
      List<Long> shape = input.getValue().shape();
      if (!shape.isEmpty() && !shape.equals(List.of(-1L, -1L))) {
        throw new MalformedFileException(
            "has the input %s of shape %s: batch and length must be free (dynamic axes)"
                .formatted(input.getKey(), shape));
      }
    }
  }

  /** Returns the output that gives logits. */
  private static String output(OnnxGraph graph) throws MalformedFileException {
    Set<String> outputs = graph.outputs().keySet();
    if (outputs.contains(LOGITS)) {
      return LOGITS;
    }
    if (outputs.isEmpty()) {
      throw new MalformedFileException("has no output");
    }
    // Hidden states, attentions or a pooled output follow the first one.
    return outputs.iterator().next();
  }

  /** The matrices whose rows are picked. */
  private record Embeddings(OnnxTensor words, OptionalLong positionRows, boolean positionsByValue) {

    static Embeddings of(OnnxGraph graph) throws MalformedFileException {
      // Names of the values that hold the pieces, and of those that are computed from them.
      Set<String> ids = new HashSet<>(Set.of(INPUT_IDS));
      Set<String> dependent = new HashSet<>(Set.of(INPUT_IDS));
      String words = "";
      // Other matrices whose rows are picked, and whether the choice depends on the pieces.
      Map<String, Boolean> others = new LinkedHashMap<>();
      for (NodeProto node : graph.nodes()) {
        String type = node.getOpType();
        if (type.equals("EmbedLayerNormalization") && node.getInputCount() >= 5) {
          words = ids.contains(node.getInput(0)) ? node.getInput(2) : words;
          others.put(node.getInput(3), false);
        } else if (type.equals("Gather") && node.getInputCount() == 2) {
          if (ids.contains(node.getInput(1)) && isMatrix(graph, node.getInput(0))) {
            words = node.getInput(0);
          } else if (isMatrix(graph, node.getInput(0))) {
            others.merge(
                node.getInput(0), dependent.contains(node.getInput(1)), Boolean::logicalOr);
          }
        }
        boolean same = type.equals("Identity") || type.equals("Cast");
        if (same && node.getInputList().stream().anyMatch(ids::contains)) {
          ids.addAll(node.getOutputList());
        }
        if (!type.equals("Shape") && node.getInputList().stream().anyMatch(dependent::contains)) {
          dependent.addAll(node.getOutputList());
        }
      }
      OnnxTensor matrix = graph.tensors().get(words);
      if (matrix == null || matrix.shape().size() != 2) {
        throw new MalformedFileException(
            "has no word embeddings: a matrix whose rows %s picks (Gather)".formatted(INPUT_IDS));
      }
      OptionalLong rows = OptionalLong.empty();
      boolean byValue = false;
      for (Map.Entry<String, Boolean> other : others.entrySet()) {
        OptionalLong found = rowsOf(graph, other.getKey(), matrix.shape().get(1), rows);
        byValue |= !found.equals(rows) && other.getValue();
        rows = found;
      }
      return new Embeddings(matrix, rows, byValue);
    }

    private static boolean isMatrix(OnnxGraph graph, String name) {
      OnnxTensor tensor = graph.tensors().get(name);
      return tensor != null && tensor.shape().size() == 2;
    }

    /**
     * Returns the rows of a matrix of positions, or of an earlier one that has fewer. Rows of
     * another width are no embeddings of positions, but numbers for distances.
     */
    private static OptionalLong rowsOf(
        OnnxGraph graph, String name, long width, OptionalLong earlier) {
      OnnxTensor tensor = graph.tensors().get(name);
      if (tensor == null || tensor.shape().size() != 2 || tensor.shape().get(1) != width) {
        return earlier;
      }
      long rows = tensor.shape().get(0);
      boolean counts = rows >= LEAST_POSITIONS && (earlier.isEmpty() || rows < earlier.getAsLong());
      return counts ? OptionalLong.of(rows) : earlier;
    }

    long positions(OptionalLong configured) throws MalformedFileException {
      if (configured.isPresent()) {
        long rows = positionRows.orElse(Long.MAX_VALUE);
        // Where the family is unknown, the configured number may count positions of padding.
        return Math.min(
            configured.getAsLong(), positionsByValue ? rows - POSITIONS_OF_PADDING : rows);
      }
      if (positionRows.isEmpty() || positionsByValue) {
        throw new MalformedFileException(
            "does not tell how long texts can be: a config.json with max_position_embeddings is"
                + " needed");
      }
      return positionRows.getAsLong();
    }
  }
}
