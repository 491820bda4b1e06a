package dev.infill.bert.graph.op;

import ai.onnx.proto.OnnxMl;
import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Operator;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Builds an ONNX graph node by node. Each node is checked against the shapes of its inputs.
 *
 * <p>A builder from {@link #scope} adds to the same graph and puts its name before those of its
 * nodes. Nodes that no output depends on are left out of the {@linkplain #model model}.
 */
public final class GraphBuilder {
  private final Graph graph;
  private final String scope;

  public GraphBuilder() {
    this(new Graph(), "");
  }

  private GraphBuilder(Graph graph, String scope) {
    this.graph = graph;
    this.scope = scope;
  }

  /** Returns a builder of the same graph that puts one more name before those of its nodes. */
  public GraphBuilder scope(String name) {
    return new GraphBuilder(graph, scope + name + "/");
  }

  /** Returns the nodes so far; each comes after those it reads from. */
  List<Node> nodes() {
    return graph.nodes();
  }

  /** Returns the ONNX model: all that its outputs depend on. */
  public OnnxMl.ModelProto model(String name) {
    return model(name, Float16Arithmetic.NATIVE);
  }

  /**
   * Returns the ONNX model: all that its outputs depend on.
   *
   * @param arithmetic how nodes of float16 numbers are computed
   */
  public OnnxMl.ModelProto model(String name, Float16Arithmetic arithmetic) {
    return graph.model(name, arithmetic);
  }

  // Leaves and outputs

  /** Adds an input. Its symbolic dimensions can be read from it when the graph runs. */
  public Value input(String name, ElementType element, Dimension... dimensions) {
    Value value = graph.input(name, new TensorType(element, Shape.of(dimensions)));
    for (int axis = 0; axis < dimensions.length; axis++) {
      Dimension dimension = dimensions[axis];
      if (!dimension.isConstant() && graph.extent(dimension) == null) {
        graph.keepExtent(dimension, extent(value, axis));
      }
    }
    return value;
  }

  /**
   * Adds a parameter, or returns it if the graph has it already.
   *
   * @throws IllegalArgumentException if the file has no such parameter
   */
  public Value parameter(WeightsFile file, String name) {
    WeightsFile.Entry entry = file.entry(name);
    TensorType type = new TensorType(entry.element(), Shape.of(entry.shape()));
    return graph.initializer(name, type, () -> file.tensor(name, name));
  }

  /** Returns a constant of shape []. */
  public Value scalar(ElementType element, double value) {
    return filled(new TensorType(element, Shape.SCALAR), value);
  }

  /** Returns a constant of equal elements; its shape has no symbols. */
  public Value filled(TensorType type, double value) {
    int count = Math.toIntExact(type.shape().size().factor());
    double[] elements = new double[count];
    Arrays.fill(elements, value);
    return constant(type, elements);
  }

  /** Returns a constant of shape [number of integers]. */
  public Value integers(long... integers) {
    double[] elements = new double[integers.length];
    for (int i = 0; i < integers.length; i++) {
      elements[i] = integers[i];
    }
    Shape shape = Shape.of(Dimension.of(integers.length));
    return constant(new TensorType(ElementType.INT64, shape), elements);
  }

  /** Returns a constant with these elements, row-major. */
  public Value constant(TensorType type, double[] elements) {
    String name = "constant/" + type.element() + type.shape() + Arrays.toString(elements);
    return graph.initializer(
        name,
        type,
        () ->
            OnnxMl.TensorProto.newBuilder()
                .setName(name)
                .setDataType(type.element().code())
                .addAllDims(type.shape().dimensions().stream().map(Dimension::factor).toList())
                .setRawData(type.element().bytes(elements))
                .build());
  }

  /**
   * Makes a computed value an output.
   *
   * @throws IllegalArgumentException if it is not computed by a node, or an output already
   */
  public void output(String name, Value value) {
    graph.output(name, value);
  }

  // Nodes

  /** Adds a node. */
  public Node apply(Operator operator, Value... inputs) {
    return graph.add(scope + operator.type(), operator, List.of(inputs));
  }

  private Value plain(String operator, TensorType type, List<Attribute> attributes, Value... in) {
    return apply(new PlainOperator(operator, attributes, type), in).output();
  }

  public Value add(Value x, Value y) {
    return apply(ElementwiseFunction.ADD, x, y).output();
  }

  public Value subtract(Value x, Value y) {
    return apply(ElementwiseFunction.SUBTRACT, x, y).output();
  }

  public Value multiply(Value x, Value y) {
    return apply(ElementwiseFunction.MULTIPLY, x, y).output();
  }

  public Value divide(Value x, Value y) {
    return apply(ElementwiseFunction.DIVIDE, x, y).output();
  }

  /** Returns x where a condition holds, else y. */
  public Value where(Value condition, Value x, Value y) {
    Shape shape = condition.shape().broadcast(x.shape()).broadcast(y.shape());
    return plain("Where", new TensorType(x.element(), shape), List.of(), condition, x, y);
  }

  /** Returns the same numbers in another type, or the value itself if it is of that type. */
  public Value cast(Value x, ElementType to) {
    return x.element() == to ? x : apply(new Cast(to), x).output();
  }

  public Value negate(Value x) {
    return apply(ElementwiseFunction.NEGATION, x).output();
  }

  public Value exp(Value x) {
    return apply(ElementwiseFunction.EXP, x).output();
  }

  public Value reciprocal(Value x) {
    return apply(ElementwiseFunction.RECIPROCAL, x).output();
  }

  /** Returns −1, 0 or 1. */
  public Value sign(Value x) {
    return plain("Sign", x.type(), List.of(), x);
  }

  public Value erf(Value x) {
    return apply(ElementwiseFunction.ERF, x).output();
  }

  public Value matMul(Value a, Value b) {
    return apply(new MatMul(), a, b).output();
  }

  public Value softmax(Value x) {
    return apply(new Softmax(), x).output();
  }

  public Value gather(Value data, Value indices) {
    return apply(new Gather(), data, indices).output();
  }

  /** Adds numbers to the elements of the first axis that integers point to. */
  public Value scatterAdd(Value x, Value indices, Value updates) {
    return plain(
        "ScatterElements",
        x.type(),
        List.of(Attribute.integer("axis", 0), Attribute.text("reduction", "add")),
        x,
        indices,
        updates);
  }

  /**
   * Returns ln Σ exp x over the last axis, which stays with extent 1. The sum is made in float64:
   * ONNX Runtime adds one number after the other, and thousands of small ones to a large one in
   * float32 would be off by 1e-4 and more, always to one side.
   */
  public Value reduceLogSumExp(Value x) {
    Value wide = cast(x, ElementType.DOUBLE);
    return cast(apply(new ReduceLogSumExp(), wide, integers(-1)).output(), x.element());
  }

  /** Returns sums over axes, which stay with extent 1; negative axes count from the end. */
  public Value reduceSum(Value x, Integer... axes) {
    int rank = x.shape().rank();
    List<Integer> counted = Arrays.stream(axes).map(a -> a < 0 ? a + rank : a).toList();
    Value tensor = integers(counted.stream().mapToLong(Integer::longValue).toArray());
    return apply(new Reduction(false, counted), x, tensor).output();
  }

  /** Returns means over the last axis, which stays with extent 1. */
  public Value reduceMean(Value x) {
    return apply(new Reduction(true, List.of(x.shape().rank() - 1)), x, integers(-1)).output();
  }

  /**
   * Sums a value over the axes along which a smaller shape was broadcast to it: the adjoint of
   * broadcasting.
   */
  public Value sumTo(Value x, Shape shape) {
    List<Integer> axes = new ArrayList<>();
    int extra = x.shape().rank() - shape.rank();
    for (int axis = 0; axis < x.shape().rank(); axis++) {
      if (axis < extra || !x.shape().get(axis).equals(shape.get(axis - extra))) {
        axes.add(axis);
      }
    }
    Value sum = axes.isEmpty() ? x : reduceSum(x, axes.toArray(Integer[]::new));
    return reshape(sum, shape);
  }

  /** Swaps the last two axes. */
  public Value transposeMatrices(Value x) {
    int rank = x.shape().rank();
    List<Integer> axes = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
    Collections.swap(axes, rank - 2, rank - 1);
    return transpose(x, new Transpose(axes));
  }

  public Value transpose(Value x, Integer... axes) {
    return transpose(x, new Transpose(List.of(axes)));
  }

  /** Permutes axes; two permutations in a row become one, and none at all if they cancel. */
  Value transpose(Value x, Transpose transpose) {
    Node producer = x.producer();
    if (producer != null && producer.operator() instanceof Transpose first) {
      return transpose(producer.input(0), transpose.after(first));
    }
    return transpose.isIdentity() ? x : apply(transpose, x).output();
  }

  /**
   * Gives the elements another shape.
   *
   * @throws IllegalArgumentException if it has another number of elements, or more than one
   *     dimension that no input has
   */
  public Value reshape(Value x, Shape shape) {
    Node producer = x.producer();
    if (producer != null && producer.operator() instanceof Reshape) {
      return reshape(producer.input(0), shape);
    }
    return x.shape().equals(shape)
        ? x
        : apply(new Reshape(shape), x, reshapeTarget(shape)).output();
  }

  public Value reshape(Value x, Dimension... dimensions) {
    return reshape(x, Shape.of(dimensions));
  }

  /** Expands a value to the shape of another. */
  public Value expand(Value x, Value like) {
    return plain("Expand", new TensorType(x.element(), like.shape()), List.of(), x, shapeOf(like));
  }

  /** Returns a part of an axis, from an index on. */
  public Value slice(Value x, int axis, long from, long extent) {
    return apply(
            new Slice(axis, from, extent),
            x,
            integers(from),
            integers(from + extent),
            integers(axis))
        .output();
  }

  /** Joins values along an axis, which is not negative. */
  public Value concat(int axis, Value... values) {
    return apply(new Concat(axis), values).output();
  }

  /** Says where the first of two numbers is not larger than the second. */
  public Value lessOrEqual(Value x, Value y) {
    Shape shape = x.shape().broadcast(y.shape());
    return plain("LessOrEqual", new TensorType(ElementType.BOOL, shape), List.of(), x, y);
  }

  /** Returns zeros of the type and shape of another value. */
  public Value zerosLike(Value like) {
    return expand(scalar(like.element(), 0), like);
  }

  /** Returns 0, 1, … up to a dimension that some input has. */
  public Value range(Dimension dimension) {
    TensorType scalar = new TensorType(ElementType.INT64, Shape.SCALAR);
    Value limit = plain("Squeeze", scalar, List.of(), extent(dimension));
    return plain(
        "Range",
        new TensorType(ElementType.INT64, Shape.of(dimension)),
        List.of(),
        scalar(ElementType.INT64, 0),
        limit,
        scalar(ElementType.INT64, 1));
  }

  /**
   * Returns an integer of shape [1], a dimension's extent.
   *
   * @throws IllegalArgumentException if it is not constant and no input has it
   */
  public Value extent(Dimension dimension) {
    Value extent = extentOrNull(dimension);
    if (extent == null) {
      throw new IllegalArgumentException("no input has the dimension " + dimension);
    }
    return extent;
  }

  private @Nullable Value extentOrNull(Dimension dimension) {
    return dimension.isConstant() ? integers(dimension.factor()) : graph.extent(dimension);
  }

  private Value extent(Value value, int axis) {
    TensorType type = new TensorType(ElementType.INT64, Shape.of(Dimension.ONE));
    return plain(
        "Shape",
        type,
        List.of(Attribute.integer("start", axis), Attribute.integer("end", axis + 1)),
        value);
  }

  private Value shapeOf(Value value) {
    Shape shape = Shape.of(Dimension.of(value.shape().rank()));
    return plain("Shape", new TensorType(ElementType.INT64, shape), List.of(), value);
  }

  private Value reshapeTarget(Shape shape) {
    Value inferred = integers(-1);
    long symbolic = shape.dimensions().stream().filter(d -> !d.isConstant()).count();
    if (symbolic <= 1) {
      return integers(
          shape.dimensions().stream().mapToLong(d -> d.isConstant() ? d.factor() : -1).toArray());
    }
    List<Value> extents = new ArrayList<>();
    for (Dimension dimension : shape.dimensions()) {
      Value extent = extentOrNull(dimension);
      if (extent == null && extents.contains(inferred)) {
        throw new IllegalArgumentException("more than one dimension that no input has: " + shape);
      }
      extents.add(extent == null ? inferred : extent);
    }
    return apply(new Concat(0), extents.toArray(Value[]::new)).output();
  }
}
