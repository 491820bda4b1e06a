package dev.infill.bert.graph.ir;

import ai.onnx.proto.OnnxMl;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How the nodes of a graph that compute with float16 numbers are run. */
public enum Float16Arithmetic {
  /** As they are, by devices that have units for it. */
  NATIVE,
  /**
   * In float32, with results rounded to float16, as units do that add up in float32. ONNX Runtime's
   * own float16 products take a hundred times as long on a processor.
   */
  ROUNDED_FLOAT32;

  /** Operators that move numbers and compute none. */
  private static final Set<String> MOVES =
      Set.of("Cast", "Gather", "Reshape", "Transpose", "Expand", "Shape");

  /** Returns the nodes that stand for a node in a model. */
  public List<OnnxMl.NodeProto> apply(Node node, OnnxMl.NodeProto described) {
    boolean computes =
        node.output().element() == ElementType.FLOAT16 && !MOVES.contains(node.operator().type());
    if (this == NATIVE || !computes) {
      return List.of(described);
    }
    List<OnnxMl.NodeProto> nodes = new ArrayList<>();
    OnnxMl.NodeProto.Builder wide = described.toBuilder();
    for (int i = 0; i < node.inputs().size(); i++) {
      if (node.input(i).element() == ElementType.FLOAT16) {
        String name = node.name() + "/float32/input_" + i;
        nodes.add(cast(described.getInput(i), name, ElementType.FLOAT));
        wide.setInput(i, name);
      }
    }
    if (node.outputs().size() > 1) {
      throw new UnsupportedOperationException("several results in float16: " + node.name());
    }
    String result = node.name() + "/float32";
    nodes.add(wide.setOutput(0, result).build());
    nodes.add(cast(result, described.getOutput(0), ElementType.FLOAT16));
    return nodes;
  }

  private static OnnxMl.NodeProto cast(String from, String to, ElementType element) {
    return OnnxMl.NodeProto.newBuilder()
        .setName(to + "/Cast")
        .setOpType("Cast")
        .addInput(from)
        .addOutput(to)
        .addAttribute(Attribute.integer("to", element.code()).proto())
        .build();
  }
}
