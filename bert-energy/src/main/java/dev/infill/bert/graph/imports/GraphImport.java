package dev.infill.bert.graph.imports;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.Imported;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Parameter;
import dev.infill.bert.graph.op.Imported.Uniform;
import dev.infill.bert.graph.op.ImportedNode;
import dev.infill.bert.graph.op.Operators;
import dev.infill.bert.graph.op.Reshape;
import dev.infill.bert.graph.op.UnsupportedNodeException;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.bert.weights.format.OnnxGraph;
import dev.infill.bert.weights.format.OnnxTensor;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds an exported graph, node by node, in the operators of this package.
 *
 * <p>Shapes are known while it is built, and what exported graphs compute with shapes leaves no
 * node. As all sequences have the same length, attention masks are 1 and token types 0 everywhere,
 * and what is computed from them is left out as well.
 */
final class GraphImport {
  private static final Map<String, Function<ImportedNode, List<Imported>>> OPERATORS =
      Operators.imports();

  /** Names of nodes tell their modules from the outermost on. */
  private static final int LONGEST_QUOTE = 160;

  /** 2 GiB in float32, which is more than an ONNX file can hold of a matrix. */
  private static final long MOST_NUMBERS = 1L << 29;

  /** Published models have up to 16,000 of a piece, or as many as there are word pieces. */
  private static final long MOST_NUMBERS_OF_A_PIECE = 1 << 16;

  private final OnnxExport export;
  private final WeightsFile weights;
  private final GraphBuilder graph;
  private final Value inputIds;
  private final Value words;
  private final Map<String, Imported> known = new HashMap<>();
  private boolean readsWords;

  /**
   * Prepares to build.
   *
   * @param inputIds the pieces, int64 [N, T]
   * @param words the rows of the word embeddings that are read in place of those of the pieces, [N,
   *     T, E]
   */
  GraphImport(
      OnnxExport export, WeightsFile weights, GraphBuilder graph, Value inputIds, Value words) {
    this.export = export;
    this.weights = weights;
    this.graph = graph;
    this.inputIds = inputIds;
    this.words = words;
  }

  /** Returns the names of the operators that can be rebuilt, with their domains. */
  static Set<String> supportedOperators() {
    return OPERATORS.keySet();
  }

  /**
   * Builds what the output depends on.
   *
   * @return the output
   * @throws UnsupportedNodeException if a node of it is not supported
   */
  Value output() {
    OnnxGraph exported = export.graph();
    putInputs(exported);
    Set<String> needed = new HashSet<>(Set.of(export.output()));
    for (int i = exported.nodes().size() - 1; i >= 0; i--) {
      NodeProto node = exported.nodes().get(i);
      if (node.getOutputList().stream().anyMatch(needed::contains)) {
        needed.addAll(node.getInputList());
      }
    }
    for (NodeProto node : exported.nodes()) {
      if (node.getOutputList().stream().anyMatch(needed::contains)) {
        add(node);
      }
    }
    if (!(known.get(export.output()) instanceof Computed computed) || !readsWords) {
      throw new UnsupportedNodeException(
          "the output %s does not depend on rows of the word embeddings %s"
              .formatted(shown(export.output()), shown(export.wordEmbeddings())));
    }
    return computed.value();
  }

  private void putInputs(OnnxGraph exported) {
    Shape shape = inputIds.shape();
    known.put(OnnxExport.INPUT_IDS, new Computed(inputIds));
    known.put(OnnxExport.ATTENTION_MASK, new Uniform(ElementType.INT64, shape, 1));
    known.put(OnnxExport.TOKEN_TYPE_IDS, new Uniform(ElementType.INT64, shape, 0));
    if (exported.inputs().containsKey(OnnxExport.POSITION_IDS)) {
      known.put(
          OnnxExport.POSITION_IDS, new Computed(graph.expand(graph.range(shape.get(1)), shape)));
    }
  }

  private void add(NodeProto node) {
    String operator =
        node.getDomain().isEmpty() || node.getDomain().equals("ai.onnx")
            ? node.getOpType()
            : node.getDomain() + ":" + node.getOpType();
    Function<ImportedNode, List<Imported>> importer = OPERATORS.get(operator);
    if (importer == null) {
      throw new UnsupportedNodeException(title(node) + " is not supported");
    }
    try {
      List<@Nullable Imported> inputs = new ArrayList<>();
      for (String input : node.getInputList()) {
        inputs.add(input.isEmpty() ? null : input(input));
      }
      GraphBuilder scope = graph.scope(title(node));
      List<Imported> outputs =
          importer.apply(
              new ImportedNode(node, export.graph().operatorSet(), inputs, scope, this::wordRows));
      for (int i = 0; i < Math.min(outputs.size(), node.getOutputCount()); i++) {
        if (outputs.get(i) instanceof Computed computed) {
          requireBounded(node, computed.value().shape());
        }
        known.put(node.getOutput(i), outputs.get(i));
      }
    } catch (InvalidInputException e) {
      throw e;
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
      throw new UnsupportedNodeException(
          "%s is not supported as it is used here: %s"
              .formatted(title(node), shown(String.valueOf(e.getMessage()))),
          e);
    }
  }

  /** What is larger than any model's tensors would take the memory of whoever runs it. */
  private void requireBounded(NodeProto node, Shape shape) {
    Dimension size = shape.size();
    long most =
        size.isConstant()
            ? MOST_NUMBERS
            : 4 * Math.max(MOST_NUMBERS_OF_A_PIECE, export.sizes().vocabularySize());
    if (size.factor() > most) {
      throw new InvalidInputException(
          "model",
          "cannot be run: %s makes a tensor of shape %s, which no supported model has"
              .formatted(title(node), shape));
    }
  }

  /** Returns the operator and the node, by its name or else what it gives. */
  private static String title(NodeProto node) {
    String name =
        node.getName().isEmpty() && node.getOutputCount() > 0 ? node.getOutput(0) : node.getName();
    return "operator %s of node %s".formatted(shown(node.getOpType()), shown(name));
  }

  private static String shown(String name) {
    return PrintableName.of(name, LONGEST_QUOTE);
  }

  private Imported input(String name) {
    Imported earlier = known.get(name);
    if (earlier == null) {
      OnnxTensor tensor = export.graph().tensors().get(name);
      if (tensor == null) {
        throw new IllegalArgumentException(
            "it reads %s, which is an output that is not supported".formatted(name));
      }
      earlier =
          OnnxExport.isParameter(tensor)
              ? new Parameter(graph.parameter(weights, OnnxExport.parameter(name)), false)
              : Imported.of(tensor);
      known.put(name, earlier);
    }
    return earlier;
  }

  private Optional<Value> wordRows(Value matrix, Value indices) {
    Node producer = indices.producer();
    boolean isPieces =
        indices.equals(inputIds)
            || (producer != null
                && producer.operator() instanceof Reshape
                && producer.input(0).equals(inputIds));
    if (!isPieces || !matrix.name().equals(OnnxExport.parameter(export.wordEmbeddings()))) {
      return Optional.empty();
    }
    readsWords = true;
    Shape shape = indices.shape().followedBy(words.shape().get(-1));
    return Optional.of(graph.reshape(words, shape));
  }
}
