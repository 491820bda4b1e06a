package dev.infill.bert.graph;

import java.util.List;

/** The Gaussian error linear unit x Φ(x), Φ being the normal distribution function. */
record Gelu() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(inputs.get(0).type());
  }

  /**
   * g (Φ(x) + x φ(x)) = ½ g (1 + erf t + t exp(ln(2/√π) − t²)) with t = x/√2; that of a float16
   * number in float32, as each of these steps would round.
   */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    ElementType given = node.input(0).element();
    ElementType element = given == ElementType.FLOAT16 ? ElementType.FLOAT : given;
    Value x = graph.cast(node.input(0), element);
    Value t = graph.multiply(x, graph.scalar(element, Math.sqrt(0.5)));
    Value erf = graph.erf(t);
    Value exponent =
        graph.subtract(
            graph.scalar(element, Math.log(2 / Math.sqrt(Math.PI))), graph.multiply(t, t));
    Value bell = graph.multiply(t, graph.exp(exponent));
    Value twice = graph.add(graph.add(erf, bell), graph.scalar(element, 1));
    Value derivative = graph.multiply(twice, graph.scalar(element, 0.5));
    return graph.cast(graph.multiply(graph.cast(gradient, element), derivative), given);
  }
}
