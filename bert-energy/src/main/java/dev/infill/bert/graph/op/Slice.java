package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.PlainOperator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of one axis.
 *
 * @param axis the axis, not negative
 * @param from its first index
 * @param extent how many indices from there on
 */
record Slice(int axis, long from, long extent) implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    List<Dimension> dimensions = new ArrayList<>(x.shape().dimensions());
    Dimension whole = dimensions.set(axis, Dimension.of(extent));
    if (!whole.isConstant() || from < 0 || from + extent > whole.factor()) {
      throw new IllegalArgumentException(
          "no %d from %d on of axis %d of %s".formatted(extent, from, axis, x));
    }
    return List.of(new TensorType(x.element(), new Shape(dimensions)));
  }

  /** Fills up with zeros. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value x = node.input(0);
    int rank = x.shape().rank();
    long[] pads = new long[2 * rank];
    pads[axis] = from;
    pads[rank + axis] = x.shape().get(axis).factor() - from - extent;
    PlainOperator pad = new PlainOperator("Pad", x.type());
    return graph.apply(pad, gradient, graph.integers(pads)).output();
  }
}
