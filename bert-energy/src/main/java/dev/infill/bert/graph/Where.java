package dev.infill.bert.graph;

import java.util.List;

/** x where a condition holds, else y, element by element, with broadcasting. */
record Where() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(1);
    if (inputs.get(0).element() != ElementType.BOOL) {
      throw new IllegalArgumentException("no condition: " + inputs.get(0));
    }
    Shape shape = inputs.get(0).shape().broadcast(x.shape()).broadcast(inputs.get(2).shape());
    return List.of(new TensorType(x.element(), shape));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input == 0) {
      throw new UnsupportedOperationException("a condition has no gradient: " + node.name());
    }
    Value zero = graph.scalar(gradient.element(), 0);
    Value condition = node.input(0);
    Value part =
        input == 1
            ? graph.where(condition, gradient, zero)
            : graph.where(condition, zero, gradient);
    return graph.sumTo(part, node.input(input).shape());
  }
}
