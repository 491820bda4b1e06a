package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.OnnxGraph;
import dev.infill.bert.weights.format.OnnxInput;
import dev.infill.bert.weights.format.PrintableName;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A classifier of texts as an ONNX graph: what transformers or Optimum export for the task
 * text-classification.
 *
 * @param inputs the names of its inputs, of those of {@link OnnxExport}
 * @param output the name of the output that gives logits, a number for each label
 * @param sizes the sizes of what reads the text
 */
public record ClassifierExport(Set<String> inputs, String output, ExportSizes sizes) {
  private static final String TASK = "text-classification";

  private static final Set<DataType> REAL = Set.of(DataType.FLOAT, DataType.FLOAT16);

  private static final int AXES = 2;

  /** Copies the set. */
  public ClassifierExport {
    inputs = Set.copyOf(inputs);
  }

  /**
   * Finds the classifier in a graph.
   *
   * @param graph the graph
   * @param configured the most pieces of a text, as the model's configuration says; empty if there
   *     is none
   * @throws MalformedFileException if it is no classifier of texts
   */
  public static ClassifierExport of(OnnxGraph graph, OptionalLong configured)
      throws MalformedFileException {
    OnnxExport.requireInputs(graph, TASK);
    OnnxExport.requireIntegers(graph);
    String output = OnnxExport.output(graph);
    OnnxInput logits = Objects.requireNonNull(graph.outputs().get(output));
    List<Long> shape = logits.shape();
    if (!REAL.contains(logits.type()) || !(shape.isEmpty() || shape.size() == AXES)) {
      throw new MalformedFileException(
          "gives %s of shape %s in %s, not a number for each label: export it for the task %s"
              .formatted(PrintableName.of(output), shape, logits.type(), TASK));
    }
    return new ClassifierExport(
        graph.inputs().keySet(), output, OnnxExport.sizes(graph, configured));
  }
}
