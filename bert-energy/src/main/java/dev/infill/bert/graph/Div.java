package dev.infill.bert.graph;

import java.util.List;

/** x / y, element by element, with broadcasting. */
record Div() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    Shape shape = x.shape().broadcast(inputs.get(1).shape());
    return List.of(new TensorType(x.element(), shape));
  }

  /** g/y, and −(g/y) (x/y). */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value quotient = graph.divide(gradient, node.input(1));
    Value product = input == 0 ? quotient : graph.negate(graph.multiply(quotient, node.output()));
    return graph.sumTo(product, node.input(input).shape());
  }
}
