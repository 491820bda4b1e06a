package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A permutation of axes.
 *
 * @param axes for each axis of the result, the axis of the input it is
 */
record Transpose(List<Integer> axes) implements DifferentiableOperator {
  Transpose {
    axes = List.copyOf(axes);
    if (!axes.stream().sorted().toList().equals(IntStream.range(0, axes.size()).boxed().toList())) {
      throw new IllegalArgumentException("not a permutation of axes: " + axes);
    }
  }

  /** Says whether a value is a transposition that moved another axis to the end. */
  static boolean movesLastAxis(Value value) {
    Node producer = value.producer();
    return producer != null
        && producer.operator() instanceof Transpose transpose
        && transpose.axes.get(value.shape().rank() - 1) != value.shape().rank() - 1;
  }

  /** Returns the transposition that does first another one, then this. */
  Transpose after(Transpose first) {
    return new Transpose(axes.stream().map(first.axes::get).toList());
  }

  boolean isIdentity() {
    return axes.equals(axes.stream().sorted().toList());
  }

  @Override
  public List<Attribute> attributes() {
    return List.of(Attribute.integers("perm", axes.stream().mapToInt(Integer::intValue).toArray()));
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    if (axes.size() != x.shape().rank()) {
      throw new IllegalArgumentException("axes " + axes + " do not fit " + x);
    }
    return List.of(
        new TensorType(x.element(), new Shape(axes.stream().map(x.shape()::get).toList())));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    List<Integer> inverse = IntStream.range(0, axes.size()).map(axes::indexOf).boxed().toList();
    return graph.transpose(gradient, new Transpose(inverse));
  }
}
