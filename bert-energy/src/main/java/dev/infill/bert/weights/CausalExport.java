package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.OnnxGraph;
import dev.infill.bert.weights.format.OnnxInput;
import dev.infill.bert.weights.format.PrintableName;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A causal language model as an ONNX graph: what transformers or Optimum export for the task
 * text-generation, without the keys and values of earlier pieces.
 *
 * @param inputs the names of its inputs, of those of {@link OnnxExport}
 * @param output the name of the output that gives logits [N, T, V]
 */
public record CausalExport(Set<String> inputs, String output) {
  private static final String TASK = "text-generation";
  private static final int AXES = 3;

  /** Copies the set. */
  public CausalExport {
    inputs = Set.copyOf(inputs);
  }

  /**
   * Finds the model in a graph.
   *
   * @param graph the graph
   * @throws MalformedFileException if it is no such model
   */
  public static CausalExport of(OnnxGraph graph) throws MalformedFileException {
    OnnxExport.requireInputs(graph, TASK);
    OnnxExport.requireIntegers(graph);
    String output = OnnxExport.output(graph);
    OnnxInput logits = Objects.requireNonNull(graph.outputs().get(output));
    List<Long> shape = logits.shape();
    if (logits.type() != DataType.FLOAT || !(shape.isEmpty() || shape.size() == AXES)) {
      throw new MalformedFileException(
          "gives %s of shape %s in %s, not logits of every piece in float32: export it for the task %s"
              .formatted(PrintableName.of(output), shape, logits.type(), TASK));
    }
    return new CausalExport(graph.inputs().keySet(), output);
  }
}
