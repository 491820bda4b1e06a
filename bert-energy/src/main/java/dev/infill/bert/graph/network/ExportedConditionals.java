package dev.infill.bert.graph.network;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.bert.weights.format.OnnxGraph;
import dev.infill.bert.weights.format.OnnxInput;
import dev.infill.bert.weights.format.OnnxTensor;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.core.InvalidInputException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The conditionals of a model that was exported to ONNX: its graph as it is, with nodes before it
 * that make its inputs of sequences of one length, and nodes behind it that take the logits at the
 * asked positions. All are in the export's own operator set.
 */
public final class ExportedConditionals {
  private static final int INTERMEDIATE_REPRESENTATION = 8;

  /** The first operator set in which the axes of this reduction are an input. */
  private static final int AXES_AS_INPUT = 18;

  /** The domains of the operators that ONNX Runtime has. */
  private static final Set<String> DOMAINS = Set.of("", "ai.onnx", "com.microsoft");

  /** The most bytes of quantized numbers that a graph holds in itself. */
  private static final long MOST_INLINE_BYTES = 256 << 20;

  private final OnnxExport export;
  private final WeightsFile weights;
  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("conditionals");
  private long inlineBytes;

  private ExportedConditionals(OnnxExport export, WeightsFile weights) {
    this.export = export;
    this.weights = weights;
  }

  /**
   * Returns the graph: as {@link BertGraph.Kind#CONDITIONALS}.
   *
   * @param export the model
   * @param weights where the parameters stand
   * @return a serialised ONNX model, to be saved in the folder of the weights
   * @throws InvalidInputException for field {@code model} if it has operators that ONNX Runtime has
   *     not; the message continues the file's name
   */
  public static byte[] of(OnnxExport export, WeightsFile weights) {
    return new ExportedConditionals(export, weights).model().toByteArray();
  }

  private ModelProto model() {
    OnnxGraph exported = export.graph();
    graph.addInput(described(BertGraph.INPUT_IDS, ElementType.INT64, "N", "T"));
    graph.addInput(described(BertGraph.POSITIONS, ElementType.INT64, "N", "P"));
    new TreeMap<>(exported.tensors()).forEach(this::addTensor);
    addInputs(exported.inputs());
    exported.nodes().forEach(this::addNode);
    addOutputs();
    ModelProto.Builder model =
        ModelProto.newBuilder()
            .setIrVersion(INTERMEDIATE_REPRESENTATION)
            .setProducerName("infill")
            .setGraph(graph);
    new TreeMap<>(exported.operatorSets())
        .forEach(
            (domain, version) ->
                model.addOpsetImport(
                    OperatorSetIdProto.newBuilder().setDomain(domain).setVersion(version)));
    return model.build();
  }

  // The export, whose names get a prefix

  private static String inner(String name) {
    return name.isEmpty() ? name : "export/" + name;
  }

  private void addTensor(String name, OnnxTensor tensor) {
    if (OnnxExport.isParameter(tensor)) {
      addParameter(name, tensor);
      return;
    }
    inlineBytes += tensor.bytes().remaining();
    if (inlineBytes > MOST_INLINE_BYTES) {
      throw new InvalidInputException(
          "model",
          "holds more than %,d bytes of numbers that are not real".formatted(MOST_INLINE_BYTES));
    }
    graph.addInitializer(
        TensorProto.newBuilder()
            .setName(inner(name))
            .setDataType(tensor.type().getNumber())
            .addAllDims(tensor.shape())
            .setRawData(ByteString.copyFrom(tensor.bytes())));
  }

  /** Adds a parameter in its type in the export, cast if it is stored in another. */
  private void addParameter(String tensorName, OnnxTensor tensor) {
    String name = OnnxExport.parameter(tensorName);
    WeightsFile.Entry entry = weights.entry(name);
    if (entry.element().code() == tensor.type().getNumber()) {
      graph.addInitializer(weights.tensor(inner(tensorName), name));
      return;
    }
    graph.addInitializer(weights.tensor(name, name));
    graph.addNode(
        node("Cast", inner(tensorName), name)
            .addAttribute(Attribute.integer("to", tensor.type().getNumber()).proto()));
  }

  private void addNode(NodeProto node) {
    if (!DOMAINS.contains(node.getDomain())) {
      throw new InvalidInputException(
          "model",
          "has the operator %s in node %s, of the domain %s, which ONNX Runtime does not have"
              .formatted(
                  PrintableName.of(node.getOpType()),
                  PrintableName.of(node.getName()),
                  PrintableName.of(node.getDomain())));
    }
    graph.addNode(renamed(node));
  }

  private static NodeProto renamed(NodeProto node) {
    NodeProto.Builder copy = node.toBuilder().clearInput().clearOutput().clearAttribute();
    if (!node.getName().isEmpty()) {
      copy.setName("node/" + node.getName());
    }
    node.getInputList().forEach(name -> copy.addInput(inner(name)));
    node.getOutputList().forEach(name -> copy.addOutput(inner(name)));
    for (AttributeProto attribute : node.getAttributeList()) {
      AttributeProto.Builder renamed = attribute.toBuilder();
      if (attribute.hasG()) {
        renamed.setG(renamed(attribute.getG()));
      }
      for (int i = 0; i < attribute.getGraphsCount(); i++) {
        renamed.setGraphs(i, renamed(attribute.getGraphs(i)));
      }
      copy.addAttribute(renamed);
    }
    return copy.build();
  }

  /** Renames a branch or a body, which may read values from outside. */
  private static GraphProto renamed(GraphProto branch) {
    GraphProto.Builder copy =
        branch.toBuilder()
            .clearNode()
            .clearInput()
            .clearOutput()
            .clearInitializer()
            .clearValueInfo();
    branch.getNodeList().forEach(node -> copy.addNode(renamed(node)));
    branch.getInputList().forEach(value -> copy.addInput(renamed(value)));
    branch.getOutputList().forEach(value -> copy.addOutput(renamed(value)));
    branch
        .getInitializerList()
        .forEach(
            tensor -> copy.addInitializer(tensor.toBuilder().setName(inner(tensor.getName()))));
    return copy.build();
  }

  private static ValueInfoProto renamed(ValueInfoProto value) {
    return value.toBuilder().setName(inner(value.getName())).build();
  }

  // What is put before and after it

  private void addInputs(Map<String, OnnxInput> inputs) {
    graph.addNode(node("Shape", "sequences/shape", BertGraph.INPUT_IDS));
    addScalar("sequences/zero", 0);
    addScalar("sequences/one", 1);
    addVector("sequences/column", -1, 1);
    graph.addNode(node("Gather", "sequences/count", "sequences/shape", "sequences/zero"));
    graph.addNode(node("Gather", "sequences/length", "sequences/shape", "sequences/one"));
    inputs.forEach(
        (name, input) -> {
          String made = "sequences/" + name;
          switch (name) {
            case OnnxExport.INPUT_IDS -> made = BertGraph.INPUT_IDS;
            case OnnxExport.ATTENTION_MASK ->
                graph.addNode(node("Expand", made, "sequences/one", "sequences/shape"));
            case OnnxExport.TOKEN_TYPE_IDS ->
                graph.addNode(node("Expand", made, "sequences/zero", "sequences/shape"));
            default -> {
              graph.addNode(
                  node(
                      "Range",
                      "sequences/range",
                      "sequences/zero",
                      "sequences/length",
                      "sequences/one"));
              graph.addNode(node("Expand", made, "sequences/range", "sequences/shape"));
            }
          }
          graph.addNode(cast(inner(name), made, input.type()));
        });
  }

  private void addOutputs() {
    graph.addNode(node("Mul", "asked/all", "sequences/count", "sequences/length"));
    graph.addNode(node("Range", "asked/range", "sequences/zero", "asked/all", "sequences/length"));
    graph.addNode(node("Reshape", "asked/first", "asked/range", "sequences/column"));
    graph.addNode(node("Add", "asked/rows", "asked/first", BertGraph.POSITIONS));
    addVector("asked/rowsOfLogits", -1, export.sizes().vocabularySize());
    graph.addNode(node("Reshape", "asked/logits", inner(export.output()), "asked/rowsOfLogits"));
    graph.addNode(node("Gather", "asked/atPositions", "asked/logits", "asked/rows"));
    graph.addNode(cast(BertGraph.LOGITS, "asked/atPositions", DataType.FLOAT));
    // In float64, for the reason that GraphBuilder.reduceLogSumExp gives.
    graph.addNode(cast("asked/wide", BertGraph.LOGITS, DataType.DOUBLE));
    NodeProto.Builder normalizer =
        node("ReduceLogSumExp", "asked/normalizer", "asked/wide")
            .addAttribute(Attribute.integer("keepdims", 0).proto());
    if (export.graph().operatorSet() >= AXES_AS_INPUT) {
      addVector("asked/lastAxis", -1);
      normalizer.addInput("asked/lastAxis");
    } else {
      normalizer.addAttribute(Attribute.integers("axes", -1).proto());
    }
    graph.addNode(normalizer);
    graph.addNode(cast(BertGraph.LOG_NORMALIZER, "asked/normalizer", DataType.FLOAT));
    graph.addOutput(described(BertGraph.LOGITS, ElementType.FLOAT, "N", "P", "V"));
    graph.addOutput(described(BertGraph.LOG_NORMALIZER, ElementType.FLOAT, "N", "P"));
  }

  private static NodeProto.Builder node(String operator, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setName(output)
        .setOpType(operator)
        .addOutput(output)
        .addAllInput(Arrays.asList(inputs));
  }

  private static NodeProto.Builder cast(String output, String input, DataType to) {
    return node("Cast", output, input)
        .addAttribute(Attribute.integer("to", to.getNumber()).proto());
  }

  private void addScalar(String name, long value) {
    graph.addInitializer(constant(name, value));
  }

  private void addVector(String name, long... values) {
    graph.addInitializer(constant(name, values).addDims(values.length));
  }

  private static TensorProto.Builder constant(String name, long... values) {
    return TensorProto.newBuilder()
        .setName(name)
        .setDataType(ElementType.INT64.code())
        .setRawData(ElementType.INT64.bytes(Arrays.stream(values).asDoubleStream().toArray()));
  }

  private static ValueInfoProto described(String name, ElementType element, String... symbols) {
    Shape shape = new Shape(Arrays.stream(symbols).map(Dimension::named).toList());
    return new TensorType(element, shape).described(name);
  }
}
