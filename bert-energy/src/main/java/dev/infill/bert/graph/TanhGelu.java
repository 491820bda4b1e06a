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
   * With s = ½ (1 + tanh u) = 1/(1 + exp(−2u)) and r = 1 − s = 1/(1 + exp(2u)), g (s + 2 x u′ s r),
   * where x u′ = √(2/π) (x + 3 · 0.044715 x³): of sums with tanh u little would be left where it is
   * near ±1. That of a float16 number in float32, as each of these steps would round.
   */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    ElementType given = node.input(0).element();
    ElementType element = given == ElementType.FLOAT16 ? ElementType.FLOAT : given;
    Value x = graph.cast(node.input(0), element);
    Value square = graph.multiply(x, x);
    Value scaled = graph.multiply(x, graph.scalar(element, 2 * Math.sqrt(2 / Math.PI)));
    Value twiceU = graph.multiply(scaled, polynomial(graph, square, CUBIC));
    Value s = logistic(graph, twiceU);
    Value r = logistic(graph, graph.negate(twiceU));
    Value slope = graph.multiply(scaled, polynomial(graph, square, 3 * CUBIC));
    Value derivative = graph.add(s, graph.multiply(slope, graph.multiply(s, r)));
    return graph.cast(graph.multiply(graph.cast(gradient, element), derivative), given);
  }

  /** Returns 1/(1 + exp(−x)). */
  private static Value logistic(GraphBuilder graph, Value x) {
    Value one = graph.scalar(x.element(), 1);
    return graph.reciprocal(graph.add(graph.exp(graph.negate(x)), one));
  }

  /** Returns 1 + coefficient · square. */
  private static Value polynomial(GraphBuilder graph, Value square, double coefficient) {
    ElementType element = square.element();
    return graph.add(
        graph.multiply(square, graph.scalar(element, coefficient)), graph.scalar(element, 1));
  }
}
