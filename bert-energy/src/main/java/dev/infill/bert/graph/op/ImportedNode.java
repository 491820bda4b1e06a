package dev.infill.bert.graph.op;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Operator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Parameter;
import dev.infill.bert.graph.op.Imported.Uniform;
import dev.infill.bert.graph.op.Imported.WholeLengths;
import dev.infill.bert.weights.format.OnnxTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A node of an exported graph with what is known of its inputs, and where it is rebuilt.
 *
 * @param node the node
 * @param operatorSet the version of the standard's operators
 * @param given its inputs, null where an optional one is left out
 * @param graph where it is rebuilt
 * @param words finds the rows of the word embeddings
 */
public record ImportedNode(
    NodeProto node,
    int operatorSet,
    List<@Nullable Imported> given,
    GraphBuilder graph,
    WordLookup words) {
  /** A constant of more elements is expanded when the graph runs. */
  private static final long LARGEST_FILLED = 1 << 12;

  /** Finds the rows of word embeddings that stand for pieces. */
  @FunctionalInterface
  public interface WordLookup {
    /** Returns the rows if a matrix is that of the word embeddings and indices are the pieces. */
    Optional<Value> find(Value matrix, Value indices);
  }

  /** Adds a node and returns its first output. */
  public Computed apply(Operator operator, Value... operands) {
    return new Computed(graph.apply(operator, operands).output());
  }

  /** Returns how many inputs are given; left-out ones before the last count. */
  public int inputs() {
    return given.size();
  }

  /** Returns how many outputs it has. */
  public int outputs() {
    return node.getOutputCount();
  }

  /** Says whether an input is given. */
  public boolean has(int input) {
    return optional(input).isPresent();
  }

  public Optional<Imported> optional(int input) {
    return input < given.size() ? Optional.ofNullable(given.get(input)) : Optional.empty();
  }

  public Imported input(int input) {
    return optional(input)
        .orElseThrow(() -> new IllegalArgumentException("input %d is missing".formatted(input)));
  }

  /** Returns an input as a value of the graph, real numbers in float32. */
  public Value value(int input) {
    return value(input(input));
  }

  /** Returns an input as {@link #value(int)}, if it is given. */
  public Optional<Value> optionalValue(int input) {
    return optional(input).map(this::value);
  }

  /** Returns a tensor as a value of the graph, real numbers in float32. */
  public Value value(Imported imported) {
    if (imported instanceof Computed computed) {
      return computed.value();
    }
    if (imported instanceof Parameter parameter) {
      Value value = graph.cast(parameter.value(), ElementType.FLOAT);
      return parameter.transposed() ? graph.transposeMatrices(value) : value;
    }
    if (imported instanceof Uniform uniform) {
      return filled(uniform);
    }
    if (imported instanceof Integers integers) {
      return integers(integers);
    }
    throw new IllegalArgumentException(
        "lengths of sequences are read by attention only" + ((WholeLengths) imported).shape());
  }

  private Value filled(Uniform uniform) {
    Dimension size = uniform.shape().size();
    return size.isConstant() && size.factor() <= LARGEST_FILLED
        ? graph.filled(new TensorType(uniform.element(), uniform.shape()), uniform.number())
        : graph.expand(graph.scalar(uniform.element(), uniform.number()), uniform.shape());
  }

  private Value integers(Integers integers) {
    if (integers.elements().stream().allMatch(SymbolicInteger::isConstant)) {
      return graph.constant(
          new TensorType(integers.element(), integers.shape()),
          integers.elements().stream().mapToDouble(SymbolicInteger::value).toArray());
    }
    Value vector =
        graph.extents(integers.elements().stream().map(SymbolicInteger::extent).toList());
    return graph.reshape(vector, integers.shape());
  }

  /**
   * Returns inputs as values that broadcast to one shape. What repeats the same number, or the same
   * rows, is not spread where the others have that shape without it.
   */
  public Value[] operands() {
    List<Imported> operands = IntStream.range(0, given.size()).mapToObj(this::input).toList();
    Shape result = broadcast(operands.stream().map(Imported::shape).toList());
    List<Shape> shapes = new ArrayList<>(operands.stream().map(ImportedNode::least).toList());
    boolean spreads = broadcast(shapes).equals(result);
    List<Value> values = new ArrayList<>();
    for (Imported operand : operands) {
      Optional<Uniform> uniform = operand.uniform();
      if (spreads && uniform.isPresent()) {
        values.add(graph.scalar(uniform.get().element(), uniform.get().number()));
      } else if (spreads && operand instanceof Computed computed) {
        values.add(unexpanded(computed.value()));
      } else {
        values.add(value(operand));
      }
    }
    return values.toArray(Value[]::new);
  }

  private static Shape broadcast(List<Shape> shapes) {
    return shapes.stream().reduce(Shape.SCALAR, Shape::broadcast);
  }

  /** Returns the smallest shape that broadcasts as an operand does. */
  private static Shape least(Imported operand) {
    if (operand.uniform().isPresent()) {
      return Shape.SCALAR;
    }
    return operand instanceof Computed computed
        ? unexpanded(computed.value()).shape()
        : operand.shape();
  }

  private static Value unexpanded(Value value) {
    Node producer = value.producer();
    return producer != null && producer.operator() instanceof Expand ? producer.input(0) : value;
  }

  /**
   * Returns the rows of a matrix that integers point to, [those of the integers, width], in
   * float32.
   */
  public Value rows(Imported matrix, Imported indices) {
    Value ids = value(indices);
    if (matrix instanceof Parameter parameter && !parameter.transposed()) {
      return words
          .find(parameter.value(), ids)
          .orElseGet(() -> graph.cast(graph.gather(parameter.value(), ids), ElementType.FLOAT));
    }
    return graph.gather(value(matrix), ids);
  }

  /** Returns an input that must be integers that are known, but for extents of inputs. */
  public List<SymbolicInteger> integers(int input) {
    Imported imported = input(input);
    if (imported instanceof Integers integers) {
      return integers.elements();
    }
    if (imported instanceof Uniform uniform
        && uniform.element() == ElementType.INT64
        && uniform.shape().size().isConstant()
        && uniform.shape().size().factor() <= LARGEST_FILLED) {
      SymbolicInteger each = SymbolicInteger.of((long) uniform.number());
      List<SymbolicInteger> all = new ArrayList<>();
      for (long i = 0; i < uniform.shape().size().factor(); i++) {
        all.add(each);
      }
      return all;
    }
    throw new IllegalArgumentException("input %d is known only when it runs".formatted(input));
  }

  /** Returns an input that must be integers that are constant. */
  public List<Long> constants(int input) {
    return integers(input).stream().map(SymbolicInteger::value).toList();
  }

  // Attributes

  private Optional<AttributeProto> attribute(String name) {
    return node.getAttributeList().stream()
        .filter(attribute -> attribute.getName().equals(name))
        .findFirst();
  }

  public long integer(String name, long absent) {
    return attribute(name).map(AttributeProto::getI).orElse(absent);
  }

  public Optional<List<Long>> integers(String name) {
    return attribute(name).map(AttributeProto::getIntsList);
  }

  public double real(String name, double absent) {
    return attribute(name).map(attribute -> (double) attribute.getF()).orElse(absent);
  }

  public String text(String name, String absent) {
    return attribute(name).map(attribute -> attribute.getS().toStringUtf8()).orElse(absent);
  }

  /** Returns the constant of an attribute. */
  public Optional<Imported> constant(String name) {
    return attribute(name).map(attribute -> Imported.of(OnnxTensor.of(attribute.getT())));
  }

  /** Returns the axis of an attribute, counted from the first. */
  public int axis(String name, long absent, int rank) {
    return axis(integer(name, absent), rank);
  }

  /** Returns an axis, counted from the first. */
  public static int axis(long axis, int rank) {
    long counted = axis < 0 ? axis + rank : axis;
    if (counted < 0 || counted >= rank) {
      throw new IllegalArgumentException("no axis %d of %d".formatted(axis, rank));
    }
    return (int) counted;
  }

  /** Returns an axis, counted from the first, or the first one or the end if it lies beyond. */
  public static int boundedAxis(long axis, int rank) {
    return (int) Math.max(0, Math.min(rank, axis < 0 ? axis + rank : axis));
  }

  /**
   * Returns the axes that an input gives in newer operator sets, and an attribute in older ones.
   */
  public Optional<List<Long>> axes(int input) {
    return has(input) ? Optional.of(constants(input)) : integers("axes");
  }
}
