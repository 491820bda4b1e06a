package dev.infill.bert.graph.op;

import ai.onnx.proto.OnnxMl;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Operator;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A graph while it is built, shared by the scopes of a {@link GraphBuilder}, and its ONNX form. */
final class Graph {
  private static final int OPERATOR_SET = 20;
  private static final int INTERMEDIATE_REPRESENTATION = 9;

  private final List<Node> nodes = new ArrayList<>();
  private final List<Value> inputs = new ArrayList<>();
  private final Map<Value, OnnxMl.TensorProto> initializers = new LinkedHashMap<>();
  private final Map<String, Value> leaves = new HashMap<>();
  private final Map<Value, String> outputs = new LinkedHashMap<>();
  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<Dimension, Value> extents = new HashMap<>();

  /** Returns the nodes so far; each comes after those it reads from. */
  List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /** Adds a node; the second of a name gets a number, and so on. */
  Node add(String name, Operator operator, List<Value> read) {
    int use = uses.merge(name, 1, Integer::sum);
    Node node = new Node(use == 1 ? name : name + "_" + use, operator, read);
    nodes.add(node);
    return node;
  }

  Value input(String name, TensorType type) {
    Value input = leaf(name, type);
    inputs.add(input);
    return input;
  }

  /** Returns the stored tensor of a name, which is made if the graph does not have it yet. */
  Value initializer(String name, TensorType type, Supplier<OnnxMl.TensorProto> tensor) {
    Value known = leaves.get(name);
    if (known != null) {
      return known;
    }
    Value value = leaf(name, type);
    initializers.put(value, tensor.get());
    return value;
  }

  private Value leaf(String name, TensorType type) {
    Value value = new Value(name, type, null);
    if (leaves.put(name, value) != null) {
      throw new IllegalArgumentException("the graph has a " + name + " already");
    }
    return value;
  }

  void output(String name, Value value) {
    if (value.producer() == null || outputs.putIfAbsent(value, name) != null) {
      throw new IllegalArgumentException("cannot be the output " + name + ": " + value);
    }
  }

  /** Returns the extent of a symbolic dimension; null if no input has it. */
  @Nullable Value extent(Dimension dimension) {
    return extents.get(dimension);
  }

  /** Keeps the extent of a dimension that an input has. */
  void keepExtent(Dimension dimension, Value extent) {
    extents.put(dimension, extent);
  }

  /** Returns the ONNX model: all that its outputs depend on. */
  OnnxMl.ModelProto model(String name, Float16Arithmetic arithmetic) {
    Set<Value> used = new HashSet<>(outputs.keySet());
    List<Node> kept = new ArrayList<>();
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Node node = nodes.get(i);
      if (node.outputs().stream().anyMatch(used::contains)) {
        kept.add(0, node);
        used.addAll(node.inputs());
      }
    }
    OnnxMl.GraphProto.Builder graph = OnnxMl.GraphProto.newBuilder().setName(name);
    inputs.forEach(input -> graph.addInput(input.type().described(input.name())));
    outputs.forEach((value, output) -> graph.addOutput(value.type().described(output)));
    initializers.forEach(
        (value, tensor) -> {
          if (used.contains(value)) {
            graph.addInitializer(tensor);
          }
        });
    kept.forEach(node -> graph.addAllNode(arithmetic.apply(node, described(node, used))));
    return OnnxMl.ModelProto.newBuilder()
        .setIrVersion(INTERMEDIATE_REPRESENTATION)
        .setProducerName("infill")
        .addOpsetImport(OnnxMl.OperatorSetIdProto.newBuilder().setVersion(OPERATOR_SET))
        .setGraph(graph)
        .build();
  }

  private OnnxMl.NodeProto described(Node node, Set<Value> used) {
    OnnxMl.NodeProto.Builder described =
        OnnxMl.NodeProto.newBuilder().setName(node.name()).setOpType(node.operator().type());
    node.operator().attributes().forEach(attribute -> described.addAttribute(attribute.proto()));
    node.inputs().forEach(input -> described.addInput(nameInModel(input)));
    int count = node.outputs().size();
    while (!used.contains(node.outputs().get(count - 1))) {
      count--;
    }
    node.outputs().subList(0, count).forEach(value -> described.addOutput(nameInModel(value)));
    return described.build();
  }

  private String nameInModel(Value value) {
    return outputs.getOrDefault(value, value.name());
  }
}
