package dev.infill.bert.graph;

import java.util.List;

/** x · y, element by element, with broadcasting. */
record Mul() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    Shape shape = x.shape().broadcast(inputs.get(1).shape());
    return List.of(new TensorType(x.element(), shape));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value product = graph.multiply(gradient, node.input(1 - input));
    return graph.sumTo(product, node.input(input).shape());
  }
}
