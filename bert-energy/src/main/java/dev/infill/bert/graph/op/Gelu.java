package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/**
 * The Gaussian error linear unit x Φ(x), Φ being the normal distribution function (Hendrycks &amp;
 * Gimpel 2016), or its approximation ½ x (1 + tanh u), u = √(2/π) (x + 0.044715 x³).
 *
 * @param approximate whether it is the approximation
 */
public record Gelu(boolean approximate) implements DifferentiableOperator {
  private static final double CUBIC = 0.044715;

  @Override
  public List<Attribute> attributes() {
    return approximate ? List.of(Attribute.text("approximate", "tanh")) : List.of();
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(inputs.get(0).type());
  }

  /** In float32 for numbers in float16, since each step would round. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    ElementType given = node.input(0).element();
    ElementType element = given == ElementType.FLOAT16 ? ElementType.FLOAT : given;
    Value x = graph.cast(node.input(0), element);
    Value derivative = approximate ? approximateDerivative(graph, x) : derivative(graph, x);
    return graph.cast(graph.multiply(graph.cast(gradient, element), derivative), given);
  }

  /** Φ(x) + x φ(x) = ½ (1 + erf t + t exp(ln(2/√π) − t²)) with t = x/√2. */
  private static Value derivative(GraphBuilder graph, Value x) {
    ElementType element = x.element();
    Value t = graph.multiply(x, graph.scalar(element, Math.sqrt(0.5)));
    Value erf = graph.erf(t);
    Value exponent =
        graph.subtract(
            graph.scalar(element, Math.log(2 / Math.sqrt(Math.PI))), graph.multiply(t, t));
    Value bell = graph.multiply(t, graph.exp(exponent));
    Value twice = graph.add(graph.add(erf, bell), graph.scalar(element, 1));
    return graph.multiply(twice, graph.scalar(element, 0.5));
  }

  /**
   * With s = ½ (1 + tanh u) = 1/(1 + exp(−2u)) and r = 1 − s = 1/(1 + exp(2u)), s + 2 x u′ s r,
   * where x u′ = √(2/π) (x + 3 · 0.044715 x³): sums with tanh u would cancel where it is near ±1.
   */
  private static Value approximateDerivative(GraphBuilder graph, Value x) {
    Value square = graph.multiply(x, x);
    Value scaled = graph.multiply(x, graph.scalar(x.element(), 2 * Math.sqrt(2 / Math.PI)));
    Value twiceU = graph.multiply(scaled, polynomial(graph, square, CUBIC));
    Value s = logistic(graph, twiceU);
    Value r = logistic(graph, graph.negate(twiceU));
    Value slope = graph.multiply(scaled, polynomial(graph, square, 3 * CUBIC));
    return graph.add(s, graph.multiply(slope, graph.multiply(s, r)));
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
