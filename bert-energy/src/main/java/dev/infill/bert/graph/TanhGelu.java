package dev.infill.bert.graph;

import java.util.List;

/**
 * The approximation ½ x (1 + tanh u), u = √(2/π) (x + 0.044715 x³), of the Gaussian error linear
 * unit (Hendrycks &amp; Gimpel 2016).
 */
record TanhGelu() implements DifferentiableOperator {
  private static final double CUBIC = 0.044715;

  @Override
  public String type() {
    return "Gelu";
  }

  @Override
  public List<Attribute> attributes() {
    return List.of(Attribute.text("approximate", "tanh"));
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(inputs.get(0).type());
  }

  /**
   * With t = tanh u, ½ g (1 + t + x u′ (1 − t²)), where x u′ = √(2/π) (x + 3 · 0.044715 x³); that
   * of a float16 number in float32, as each of these steps would round.
   */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    ElementType given = node.input(0).element();
    ElementType element = given == ElementType.FLOAT16 ? ElementType.FLOAT : given;
    Value x = graph.cast(node.input(0), element);
    Value one = graph.scalar(element, 1);
    double scale = Math.sqrt(2 / Math.PI);
    Value square = graph.multiply(x, x);
    Value scaled = graph.multiply(x, graph.scalar(element, scale));
    Value t = graph.tanh(graph.multiply(scaled, polynomial(graph, square, CUBIC)));
    Value slope = graph.multiply(scaled, polynomial(graph, square, 3 * CUBIC));
    Value bell = graph.multiply(slope, graph.subtract(one, graph.multiply(t, t)));
    Value twice = graph.add(graph.add(t, bell), one);
    Value derivative = graph.multiply(twice, graph.scalar(element, 0.5));
    return graph.cast(graph.multiply(graph.cast(gradient, element), derivative), given);
  }

  /** Returns 1 + coefficient · square. */
  private static Value polynomial(GraphBuilder graph, Value square, double coefficient) {
    ElementType element = square.element();
    return graph.add(
        graph.multiply(square, graph.scalar(element, coefficient)), graph.scalar(element, 1));
  }
}
