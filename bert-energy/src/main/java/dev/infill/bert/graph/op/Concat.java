package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Tensors one after the other along an axis.
 *
 * @param axis the axis, not negative
 */
record Concat(int axis) implements DifferentiableOperator {
  @Override
  public List<Attribute> attributes() {
    return List.of(Attribute.integer("axis", axis));
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    List<Dimension> first = new ArrayList<>(inputs.get(0).shape().dimensions());
    long sum = 0;
    for (Value input : inputs) {
      List<Dimension> other = new ArrayList<>(input.shape().dimensions());
      Dimension extent = axis < other.size() ? other.set(axis, first.get(axis)) : Dimension.ONE;
      if (!other.equals(first) || !extent.isConstant()) {
        throw new IllegalArgumentException("cannot join axis %d of %s".formatted(axis, inputs));
      }
      sum += extent.factor();
    }
    first.set(axis, Dimension.of(sum));
    return List.of(new TensorType(inputs.get(0).element(), new Shape(first)));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    long from = 0;
    for (Value earlier : node.inputs().subList(0, input)) {
      from += earlier.shape().get(axis).factor();
    }
    return graph.slice(gradient, axis, from, node.input(input).shape().get(axis).factor());
  }
}
