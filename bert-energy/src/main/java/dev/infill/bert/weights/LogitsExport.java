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
 * A model that says something of a text, as an ONNX graph: what transformers or Optimum export for
 * a task other than filling masks.
 *
 * @param inputs the names of its inputs, of those of {@link OnnxExport}
 * @param output the name of the output that gives logits
 */
public record LogitsExport(Set<String> inputs, String output) {
  /** Copies the set. */
  public LogitsExport {
    inputs = Set.copyOf(inputs);
  }

  /** What a graph is exported for. */
  public enum Task {
    /** Logits [N, L], of each label. */
    TEXT_CLASSIFICATION("text-classification", true, 2, "a number for each label"),
    /** Logits [N, T, V], of each piece after each; without the keys and values of earlier ones. */
    TEXT_GENERATION("text-generation", false, 3, "logits of every piece in float32");

    private final String exported;
    private final boolean orFloat16;
    private final int axes;
    private final String gives;

    Task(String exported, boolean orFloat16, int axes, String gives) {
      this.exported = exported;
      this.orFloat16 = orFloat16;
      this.axes = axes;
      this.gives = gives;
    }
  }

  /**
   * Finds the model in a graph.
   *
   * @param graph the graph
   * @param task what it was exported for
   * @throws MalformedFileException if it is no such model
   */
  public static LogitsExport of(OnnxGraph graph, Task task) throws MalformedFileException {
    OnnxExport.requireInputs(graph, task.exported);
    OnnxExport.requireIntegers(graph);
    String output = OnnxExport.output(graph);
    OnnxInput logits = Objects.requireNonNull(graph.outputs().get(output));
    List<Long> shape = logits.shape();
    boolean isReal =
        logits.type() == DataType.FLOAT || (task.orFloat16 && logits.type() == DataType.FLOAT16);
    if (!isReal || !(shape.isEmpty() || shape.size() == task.axes)) {
      throw new MalformedFileException(
          "gives %s of shape %s in %s, not %s: export it for the task %s"
              .formatted(
                  PrintableName.of(output), shape, logits.type(), task.gives, task.exported));
    }
    return new LogitsExport(graph.inputs().keySet(), output);
  }
}
