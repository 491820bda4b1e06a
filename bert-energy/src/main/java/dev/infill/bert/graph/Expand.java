package dev.infill.bert.graph;

import java.util.List;

/**
 * Broadcasting to a shape.
 *
 * @param target that shape
 */
record Expand(Shape target) implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    return List.of(new TensorType(x.element(), target));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.sumTo(gradient, node.input(0).shape());
  }
}
