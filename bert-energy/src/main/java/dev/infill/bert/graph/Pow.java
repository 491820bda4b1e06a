package dev.infill.bert.graph;

import java.util.List;

/** xᶜ, element by element; c is a constant. */
record Pow() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    Shape shape = x.shape().broadcast(inputs.get(1).shape());
    return List.of(new TensorType(x.element(), shape));
  }

  /** g c xᶜ⁻¹. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input != 0) {
      throw new UnsupportedOperationException("an exponent is a constant: " + node.name());
    }
    Value exponent = node.input(1);
    Value less = graph.subtract(exponent, graph.scalar(exponent.element(), 1));
    Value power = graph.apply(this, node.input(0), less).output();
    Value product = graph.multiply(gradient, graph.multiply(power, exponent));
    return graph.sumTo(product, node.input(0).shape());
  }
}
