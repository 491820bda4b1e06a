package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file of ONNX's ModelProto. It is mapped into memory, and its weights are not copied. Failures
 * continue the file's name.
 */
public final class OnnxFile {
  /** The number of the input that is the shape of the operator's result. */
  private static final Map<String, Integer> SHAPED = Map.of("Expand", 1, "ConstantOfShape", 0);

  private static final int DELIMITED = WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int MOST_OPERATOR_SET = 20;
  private static final int LEAST_OPERATOR_SET = 11;

  private final OnnxTensorReader tensorReader;
  private final Map<String, Long> operatorSets = new HashMap<>();
  private final List<NodeProto> nodes = new ArrayList<>();
  private final Map<String, OnnxInput> inputs = new LinkedHashMap<>();
  private final Map<String, OnnxInput> outputs = new LinkedHashMap<>();
  private final Map<String, OnnxTensor> tensors = new HashMap<>();
  private long nodeBytes;
  private long nodeCount;
  private boolean hasGraph;

  private OnnxFile(OnnxTensorReader tensorReader) {
    this.tensorReader = tensorReader;
  }

  /**
   * Reads a file.
   *
   * @param external gives the numbers that stand in other files
   * @throws MalformedFileException if it is missing, a pointer of Git LFS, damaged, or not such a
   *     file
   */
  public static OnnxGraph read(Path file, ExternalData external) throws IOException {
    ByteBuffer bytes;
    try (FileChannel channel = ModelFile.open(file)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new MalformedFileException(
            "has %,d bytes, more than an ONNX file can have: larger weights stand in files of"
                    .formatted(channel.size())
                + " their own (external data)");
      }
      bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
    OnnxFile parsed = new OnnxFile(new OnnxTensorReader(external));
    try {
      parsed.readModel(UnsafeByteOperations.unsafeWrap(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedFileException("is damaged, cut off, or no ONNX file", e);
    }
    return parsed.graph();
  }

  private void readModel(ByteString message) throws IOException {
    CodedInputStream input = OnnxTensorReader.aliasing(message);
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      switch (tag) {
        case ModelProto.GRAPH_FIELD_NUMBER << 3 | DELIMITED -> {
          hasGraph = true;
          readGraph(input.readBytes());
        }
        case ModelProto.OPSET_IMPORT_FIELD_NUMBER << 3 | DELIMITED -> {
          OperatorSetIdProto set = OperatorSetIdProto.parseFrom(input.readBytes());
          // Two names of one domain.
          String domain = set.getDomain().equals("ai.onnx") ? "" : set.getDomain();
          operatorSets.put(domain, set.getVersion());
          requireFew(operatorSets.size());
        }
        case ModelProto.FUNCTIONS_FIELD_NUMBER << 3 | DELIMITED ->
            throw new MalformedFileException(
                "holds functions of its own, which are not supported: an export without dynamo has"
                    + " none");
        default -> input.skipField(tag);
      }
    }
  }

  private void readGraph(ByteString message) throws IOException {
    CodedInputStream input = OnnxTensorReader.aliasing(message);
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      switch (tag) {
        case GraphProto.NODE_FIELD_NUMBER << 3 | DELIMITED -> readNode(input.readBytes());
        case GraphProto.INITIALIZER_FIELD_NUMBER << 3 | DELIMITED -> {
          OnnxTensor tensor = tensorReader.read(input.readBytes());
          putTensor(tensor.name(), tensor);
        }
        case GraphProto.INPUT_FIELD_NUMBER << 3 | DELIMITED -> put(inputs, input.readBytes());
        case GraphProto.OUTPUT_FIELD_NUMBER << 3 | DELIMITED -> put(outputs, input.readBytes());
        case GraphProto.SPARSE_INITIALIZER_FIELD_NUMBER << 3 | DELIMITED ->
            throw new MalformedFileException("holds sparse tensors, which are not supported");
        default -> input.skipField(tag);
      }
    }
  }

  private void readNode(ByteString message) throws IOException {
    nodeBytes += message.size();
    if (nodeBytes > Limits.NODE_BYTES) {
      throw new MalformedFileException(
          "has nodes of more than %,d bytes together".formatted(Limits.NODE_BYTES));
    }
    NodeProto node = NodeProto.parseFrom(message);
    if (node.getOpType().equals("Constant") && node.getDomain().isEmpty()) {
      putTensor(node.getOutputCount() == 1 ? node.getOutput(0) : "", constant(node));
    } else {
      nodes.add(node);
      nodeCount += count(node);
      if (nodeCount > Limits.NODES) {
        throw new MalformedFileException("has more than %,d nodes".formatted(Limits.NODES));
      }
    }
  }

  /** Counts a node and the nodes of its branches and loops. */
  private static long count(NodeProto node) {
    return 1
        + node.getAttributeList().stream()
            .flatMap(
                attribute ->
                    Stream.concat(Stream.of(attribute.getG()), attribute.getGraphsList().stream()))
            .flatMap(graph -> graph.getNodeList().stream())
            .mapToLong(OnnxFile::count)
            .sum();
  }

  private OnnxTensor constant(NodeProto node) throws IOException {
    for (AttributeProto given : node.getAttributeList()) {
      TensorProto.Builder tensor = TensorProto.newBuilder().setDataType(DataType.FLOAT_VALUE);
      switch (given.getName()) {
        case "value" -> tensor = given.getT().toBuilder();
        case "value_int" -> tensor.setDataType(DataType.INT64_VALUE).addInt64Data(given.getI());
        case "value_ints" ->
            tensor
                .setDataType(DataType.INT64_VALUE)
                .addDims(given.getIntsCount())
                .addAllInt64Data(given.getIntsList());
        case "value_float" -> tensor.addFloatData(given.getF());
        case "value_floats" ->
            tensor.addDims(given.getFloatsCount()).addAllFloatData(given.getFloatsList());
        default -> {
          continue;
        }
      }
      return tensorReader.read(tensor.build().toByteString());
    }
    throw new MalformedFileException(
        "has the constant %s of a kind that is not supported"
            .formatted(PrintableName.of(node.getName())));
  }

  private void putTensor(String name, OnnxTensor tensor) throws MalformedFileException {
    if (name.isEmpty()) {
      throw new MalformedFileException("has a tensor without a name");
    }
    if (tensors.put(name, tensor) != null) {
      throw new MalformedFileException(
          "has two tensors of the name '%s'".formatted(PrintableName.of(name)));
    }
    requireFew(tensors.size());
  }

  private static void put(Map<String, OnnxInput> values, ByteString message)
      throws MalformedFileException, InvalidProtocolBufferException {
    ValueInfoProto value = ValueInfoProto.parseFrom(message);
    List<Long> shape = new ArrayList<>();
    TypeProto.Tensor tensor = value.getType().getTensorType();
    for (TensorShapeProto.Dimension dimension : tensor.getShape().getDimList()) {
      shape.add(dimension.hasDimValue() ? dimension.getDimValue() : -1);
    }
    DataType type = DataType.forNumber(tensor.getElemType());
    if (type == null) {
      throw new MalformedFileException(
          "has '%s' in the unknown number format %d"
              .formatted(PrintableName.of(value.getName()), tensor.getElemType()));
    }
    values.put(value.getName(), new OnnxInput(type, shape));
    requireFew(values.size());
  }

  private static void requireFew(int count) throws MalformedFileException {
    if (count > Limits.GRAPH_ENTRIES) {
      throw new MalformedFileException(
          "has more than %,d entries of one kind".formatted(Limits.GRAPH_ENTRIES));
    }
  }

  private OnnxGraph graph() throws MalformedFileException {
    if (!hasGraph) {
      throw new MalformedFileException("is no ONNX file: it has no graph");
    }
    long version = operatorSets.getOrDefault("", 0L);
    if (version < LEAST_OPERATOR_SET || version > MOST_OPERATOR_SET) {
      throw new MalformedFileException(
          "is of operator set %d; sets %d to %d are read"
              .formatted(version, LEAST_OPERATOR_SET, MOST_OPERATOR_SET));
    }
    inputs.keySet().removeAll(tensors.keySet());
    requireOrder();
    return new OnnxGraph(operatorSets, nodes, inputs, outputs, tensors);
  }

  private void requireOrder() throws MalformedFileException {
    Set<String> known = new HashSet<>(inputs.keySet());
    known.addAll(tensors.keySet());
    for (NodeProto node : nodes) {
      requireBounded(node);
      for (String input : node.getInputList()) {
        if (!input.isEmpty() && !known.contains(input)) {
          throw new MalformedFileException(
              "is damaged: the node %s reads '%s', which no node before it gives"
                  .formatted(PrintableName.of(title(node)), PrintableName.of(input)));
        }
      }
      for (String output : node.getOutputList()) {
        if (!output.isEmpty() && !known.add(output)) {
          throw new MalformedFileException(
              "is damaged: '%s' is given twice".formatted(PrintableName.of(output)));
        }
      }
    }
    for (String output : outputs.keySet()) {
      if (!known.contains(output)) {
        throw new MalformedFileException(
            "is damaged: no node gives its output '%s'".formatted(PrintableName.of(output)));
      }
    }
  }

  /** Checks the size of a node's result if its shape stands in the file. */
  private void requireBounded(NodeProto node) throws MalformedFileException {
    int input = SHAPED.getOrDefault(node.getOpType(), node.getInputCount());
    OnnxTensor shape = input < node.getInputCount() ? tensors.get(node.getInput(input)) : null;
    if (shape == null || !shape.isIntegral()) {
      return;
    }
    double numbers = 1;
    for (int i = 0; i < shape.elements(); i++) {
      numbers *= Math.max(1, (double) shape.integer(i));
    }
    if (numbers > Limits.NODE_NUMBERS) {
      throw new MalformedFileException(
          "makes %.3g numbers in the node %s, more than the %,d that can be read"
              .formatted(numbers, PrintableName.of(title(node)), Limits.NODE_NUMBERS));
    }
  }

  private static String title(NodeProto node) {
    return node.getName().isEmpty() ? node.getOpType() : node.getName();
  }
}
