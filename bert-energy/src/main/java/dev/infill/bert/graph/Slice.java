package dev.infill.bert.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of one axis.
 *
 * @param axis the axis, not negative
 * @param from its first index
 * @param extent how many indices from there on
 */
record Slice(int axis, long from, Dimension extent) implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    List<Dimension> dimensions = new ArrayList<>(x.shape().dimensions());
    Dimension whole = dimensions.set(axis, extent);
    boolean bothKnown = whole.isConstant() && extent.isConstant();
    boolean fits = bothKnown ? from + extent.factor() <= whole.factor() : from == 0;
    if (from < 0 || !fits) {
      throw new IllegalArgumentException(
          "no %s from %d on of axis %d of %s".formatted(extent, from, axis, x));
    }
    return List.of(new TensorType(x.element(), new Shape(dimensions)));
  }

  /** Fills up with zeros. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value x = node.input(0);
    Dimension whole = x.shape().get(axis);
    if (whole.equals(extent)) {
      return gradient;
    }
    if (!whole.isConstant() || !extent.isConstant()) {
      throw new UnsupportedOperationException(
          "%s of %s have no rule: %s".formatted(extent, whole, node.name()));
    }
    int rank = x.shape().rank();
    long[] pads = new long[2 * rank];
    pads[axis] = from;
    pads[rank + axis] = whole.factor() - from - extent.factor();
    PlainOperator pad = new PlainOperator("Pad", x.type());
    return graph.apply(pad, gradient, graph.integers(pads)).output();
  }
}
