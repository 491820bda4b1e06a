package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import ai.onnxruntime.platform.Fp16Conversions;
import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes ONNX files node by node, in the form that a version of the operators has. */
public final class OnnxWriter {
  /** The name of a file of external data. */
  public static final String DATA = "model.onnx_data";

  private static final int AXES_ARE_INPUTS = 13;
  private static final int AXES_OF_MEANS_ARE_INPUTS = 18;

  private final int operatorSet;
  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("main");
  private final DataType real;
  private final boolean external;
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private int names;

  /**
   * Starts a file.
   *
   * @param operatorSet the version of the operators
   * @param real what its real numbers are written in: FLOAT, FLOAT16 or DOUBLE
   * @param external whether its weights stand in a file of their own
   */
  public OnnxWriter(int operatorSet, DataType real, boolean external) {
    this.operatorSet = operatorSet;
    this.real = real;
    this.external = external;
  }

  int operatorSet() {
    return operatorSet;
  }

  /** Returns the graph as it is so far, to be changed. */
  public GraphProto.Builder graph() {
    return graph;
  }

  /** Adds an input. */
  public String input(String name, DataType type, String... symbols) {
    graph.addInput(value(name, type, symbols));
    return name;
  }

  /** Makes a value an output. */
  public void output(String value, String name, String... symbols) {
    graph.addNode(
        NodeProto.newBuilder().setOpType("Identity").addInput(value).addOutput(name).setName(name));
    graph.addOutput(value(name, real, symbols));
  }

  public static ValueInfoProto value(String name, DataType type, String... symbols) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (String symbol : symbols) {
      if (symbol.matches("-?\\d+")) {
        shape.addDimBuilder().setDimValue(Long.parseLong(symbol));
      } else {
        shape.addDimBuilder().setDimParam(symbol);
      }
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder().setElemType(type.getNumber()).setShape(shape)))
        .build();
  }

  // Tensors

  /** Adds a weight. */
  public String weight(String name, float[] values, long... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      switch (real) {
        case FLOAT -> bytes.putFloat(value);
        case FLOAT16 -> bytes.putShort(Fp16Conversions.floatToFp16(value));
        case DOUBLE -> bytes.putDouble(value);
        default -> throw new IllegalStateException("not real: " + real);
      }
    }
    bytes.flip();
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setName(name).setDataType(real.getNumber());
    Arrays.stream(shape).forEach(tensor::addDims);
    if (external) {
      tensor
          .setDataLocation(TensorProto.DataLocation.EXTERNAL)
          .addExternalData(entry("location", DATA))
          .addExternalData(entry("offset", Integer.toString(data.size())))
          .addExternalData(entry("length", Integer.toString(bytes.remaining())));
      data.write(bytes.array(), 0, bytes.remaining());
    } else {
      tensor.setRawData(ByteString.copyFrom(bytes));
    }
    graph.addInitializer(tensor);
    return name;
  }

  static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }

  /** Adds integers as an initializer. */
  public String integers(String name, long[] values, long... shape) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setName(name).setDataType(DataType.INT64.getNumber());
    Arrays.stream(shape).forEach(tensor::addDims);
    Arrays.stream(values).forEach(tensor::addInt64Data);
    graph.addInitializer(tensor);
    return name;
  }

  /** Adds a constant node of integers. */
  public String constant(long... values) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setDataType(DataType.INT64.getNumber()).addDims(values.length);
    Arrays.stream(values).forEach(tensor::addInt64Data);
    return constant(tensor.build());
  }

  /** Adds a constant node of an integer without axes. */
  public String index(long value) {
    return constant(
        TensorProto.newBuilder()
            .setDataType(DataType.INT64.getNumber())
            .addInt64Data(value)
            .build());
  }

  /** Adds a constant node of a number without axes. */
  public String number(double value) {
    TensorProto.Builder tensor = TensorProto.newBuilder().setDataType(real.getNumber());
    switch (real) {
      case FLOAT -> tensor.addFloatData((float) value);
      case FLOAT16 -> tensor.addInt32Data(Fp16Conversions.floatToFp16((float) value) & 0xffff);
      case DOUBLE -> tensor.addDoubleData(value);
      default -> throw new IllegalStateException("not real: " + real);
    }
    return constant(tensor.build());
  }

  private String constant(TensorProto tensor) {
    return add(
        "Constant",
        AttributeProto.newBuilder()
            .setName("value")
            .setType(AttributeProto.AttributeType.TENSOR)
            .setT(tensor)
            .build());
  }

  // Nodes

  /** Adds a node without attributes. */
  public String add(String operator, String... inputs) {
    return add(operator, new AttributeProto[0], inputs);
  }

  String add(String operator, AttributeProto attribute, String... inputs) {
    return add(operator, new AttributeProto[] {attribute}, inputs);
  }

  /** Adds a node; the name of an operator may begin with its domain and a colon. */
  String add(String operator, AttributeProto[] attributes, String... inputs) {
    return add(operator, attributes, 1, inputs)[0];
  }

  public String[] add(String operator, AttributeProto[] attributes, int outputs, String... inputs) {
    int colon = operator.indexOf(':');
    String type = operator.substring(colon + 1);
    String name = type + "_" + names++;
    NodeProto.Builder node =
        NodeProto.newBuilder()
            .setName(name)
            .setOpType(type)
            .setDomain(colon < 0 ? "" : operator.substring(0, colon))
            .addAllInput(Arrays.asList(inputs))
            .addAllAttribute(Arrays.asList(attributes));
    String[] made = new String[outputs];
    for (int i = 0; i < outputs; i++) {
      made[i] = name + "_output_" + i;
      node.addOutput(made[i]);
    }
    graph.addNode(node);
    return made;
  }

  static AttributeProto integer(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value)
        .build();
  }

  static AttributeProto integers(String name, long... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.INTS);
    Arrays.stream(values).forEach(attribute::addInts);
    return attribute.build();
  }

  static AttributeProto number(String name, double value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.FLOAT)
        .setF((float) value)
        .build();
  }

  static AttributeProto text(String name, String value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.STRING)
        .setS(ByteString.copyFromUtf8(value))
        .build();
  }

  /** Adds the products of the numbers of two vectors. */
  public String outerProduct(String x, String y) {
    return add("Einsum", text("equation", "i,j->ij"), x, y);
  }

  /** Adds a cast. */
  public String cast(String x, DataType to) {
    return add("Cast", integer("to", to.getNumber()), x);
  }

  /** Adds a cast to the format of real numbers. */
  public String castToReal(String x) {
    return cast(x, real);
  }

  /** Adds an axis. */
  public String unsqueeze(String x, long axis) {
    return operatorSet < AXES_ARE_INPUTS
        ? add("Unsqueeze", integers("axes", axis), x)
        : add("Unsqueeze", x, constant(axis));
  }

  /** Returns means over the last axis, which stays. */
  String mean(String x) {
    return operatorSet < AXES_OF_MEANS_ARE_INPUTS
        ? add("ReduceMean", integers("axes", -1), x)
        : add("ReduceMean", x, constant(-1));
  }

  /** Adds an operator with an axis. */
  public String withAxis(String operator, long axis, String... inputs) {
    return add(operator, integer("axis", axis), inputs);
  }

  /** Joins tensors along an axis. */
  public String joined(long axis, String... parts) {
    return withAxis("Concat", axis, parts);
  }

  /** Splits an axis into equal parts. */
  public String[] split(String x, long axis, int parts) {
    AttributeProto[] attributes =
        operatorSet < AXES_OF_MEANS_ARE_INPUTS
            ? new AttributeProto[] {integer("axis", axis)}
            : new AttributeProto[] {integer("axis", axis), integer("num_outputs", parts)};
    return add("Split", attributes, parts, x);
  }

  /** Splits an axis into parts of sizes that an input gives. */
  public String[] splitBy(String x, long axis, String sizes, int parts) {
    return add("Split", new AttributeProto[] {integer("axis", axis)}, parts, x, sizes);
  }

  /** Returns means over the last axis, which goes. */
  public String meanWithoutAxis(String x) {
    AttributeProto goes = integer("keepdims", 0);
    return operatorSet < AXES_OF_MEANS_ARE_INPUTS
        ? add("ReduceMean", new AttributeProto[] {integers("axes", 2), goes}, x)
        : add("ReduceMean", goes, x, constant(2));
  }

  /** Returns sums over the last axis, which stays. */
  public String sum(String x) {
    return operatorSet < AXES_ARE_INPUTS
        ? add("ReduceSum", integers("axes", -1), x)
        : add("ReduceSum", x, constant(-1));
  }

  /** Takes an axis away. */
  public String squeeze(String x, long axis) {
    return operatorSet < AXES_ARE_INPUTS
        ? add("Squeeze", integers("axes", axis), x)
        : add("Squeeze", x, constant(axis));
  }

  /** Returns 2 x·Wᵀ + ½ b. */
  public String scaledGemm(String x, String matrix, String bias) {
    return add(
        "Gemm",
        new AttributeProto[] {integer("transB", 1), number("alpha", 2), number("beta", 0.5)},
        x,
        matrix,
        bias);
  }

  /** Returns ½ x·xᵀ, of the domain com.microsoft. */
  public String fusedProduct(String x) {
    return add(
        "com.microsoft:FusedMatMul",
        new AttributeProto[] {integer("transB", 1), number("alpha", 0.5)},
        x,
        x);
  }

  /** Returns attention of 2 heads, of the domain com.microsoft. */
  public String heads(String x, String bias) {
    return add("com.microsoft:MultiHeadAttention", integer("num_heads", 2), x, x, x, bias);
  }

  /** Returns the sum of two with its normalisation, of the domain com.microsoft. */
  public String skip(String x, String skip, String gamma) {
    String[] outputs =
        add(
            "com.microsoft:SkipLayerNormalization",
            new AttributeProto[] {number("epsilon", 0.125)},
            4,
            x,
            skip,
            gamma);
    return add("Add", outputs[0], outputs[3]);
  }

  /** Returns GELU by a hyperbolic tangent. */
  public String approximateGelu(String x) {
    return add("Gelu", text("approximate", "tanh"), x);
  }

  /** Writes the file, and that of external data if there is one. */
  public Path write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    if (external) {
      Files.write(file.resolveSibling(DATA), data.toByteArray());
    }
    return Files.write(file, model().toByteArray());
  }

  /** Returns the model. */
  public ModelProto model() {
    return ModelProto.newBuilder()
        .setIrVersion(8)
        .setProducerName("test")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(operatorSet))
        .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("com.microsoft").setVersion(1))
        .setGraph(graph)
        .build();
  }
}
