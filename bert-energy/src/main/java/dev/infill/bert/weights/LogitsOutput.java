package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.OnnxGraph;
import dev.infill.bert.weights.format.PrintableName;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds the logits of a graph. Where its output is that of a softmax, as in exports of wrapped
 * models and of Keras, they are the input of the softmax.
 */
final class LogitsOutput {
  /** Operators that leave all numbers in their order. */
  private static final Set<String> IN_ORDER =
      Set.of("Identity", "Cast", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Dropout");

  /** Operators that turn probabilities into their logarithms or back, or keep them in bounds. */
  private static final Set<String> OF_PROBABILITIES = Set.of("Exp", "Log", "Clip");

  private static final Set<String> SOFTMAX = Set.of("Softmax", "LogSoftmax");

  /** From this operator set on a softmax has one axis, by default the last. */
  private static final int ONE_AXIS = 13;

  private final OnnxGraph graph;
  private final String output;
  private final Map<String, NodeProto> producers = new HashMap<>();

  private LogitsOutput(OnnxGraph graph, String output) {
    this.graph = graph;
    this.output = output;
    graph.nodes().forEach(node -> node.getOutputList().forEach(name -> producers.put(name, node)));
  }

  /**
   * Returns the value that holds logits.
   *
   * @param output the output that gives logits, or their softmax
   * @throws MalformedFileException if it gives probabilities of another kind
   */
  static String of(OnnxGraph graph, String output) throws MalformedFileException {
    return new LogitsOutput(graph, output).find();
  }

  private String find() throws MalformedFileException {
    NodeProto node = producers.get(output);
    while (node != null && (isOne(node, IN_ORDER) || isOne(node, OF_PROBABILITIES))) {
      node = producers.get(node.getInput(0));
    }
    if (node != null && isOne(node, SOFTMAX)) {
      requireLastAxis(node);
      return node.getInput(0);
    }
    if (node != null && isOne(node, Set.of("Sigmoid", "HardSigmoid"))) {
      throw probabilities(node, "of each word piece by itself");
    }
    return output;
  }

  private static boolean isOne(NodeProto node, Set<String> operators) {
    return node.getDomain().isEmpty()
        && operators.contains(node.getOpType())
        && node.getInputCount() > 0;
  }

  /** Logits have the axes of sequences, pieces and the vocabulary. */
  private void requireLastAxis(NodeProto node) throws MalformedFileException {
    long given =
        node.getAttributeList().stream()
            .filter(attribute -> attribute.getName().equals("axis"))
            .findFirst()
            .map(AttributeProto::getI)
            .orElse(graph.operatorSet() < ONE_AXIS ? 1L : -1L);
    int axes = Objects.requireNonNull(graph.outputs().get(output)).shape().size();
    boolean isLast = given == -1 || given == (axes == 0 ? 3 : axes) - 1;
    if (!isLast) {
      throw probabilities(node, "along the axis %d, which is not the last".formatted(given));
    }
  }

  private MalformedFileException probabilities(NodeProto node, String which) {
    return new MalformedFileException(
        "gives probabilities (%s, by a %s) %s: it should give logits; export it without that node"
            .formatted(PrintableName.of(output), node.getOpType(), which));
  }
}
