package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** A differentiable function of each number. */
public enum ElementwiseFunction implements DifferentiableOperator {
  EXP("Exp"),
  SQRT("Sqrt"),
  RECIPROCAL("Reciprocal"),
  NEGATION("Neg"),
  /** The error function 2/√π ∫₀ˣ exp(−t²) dt. */
  ERF("Erf"),
  /** 1/(1 + exp(−x)). */
  SIGMOID("Sigmoid"),
  /** The rectified linear unit max(x, 0); its derivative is 0 at 0. */
  RELU("Relu");

  private final String type;

  ElementwiseFunction(String type) {
    this.type = type;
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(inputs.get(0).type());
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.multiply(gradient, derivative(graph, node.input(0), node.output()));
  }

  /** Returns dy/dx. */
  private Value derivative(GraphBuilder graph, Value x, Value y) {
    ElementType element = x.element();
    return switch (this) {
      case EXP -> y;
      case SQRT -> graph.multiply(graph.reciprocal(y), graph.scalar(element, 0.5));
      case RECIPROCAL -> graph.negate(graph.multiply(y, y));
      case NEGATION -> graph.scalar(element, -1);
      case ERF -> {
        Value bell = graph.exp(graph.negate(graph.multiply(x, x)));
        yield graph.multiply(bell, graph.scalar(element, 2 / Math.sqrt(Math.PI)));
      }
      case SIGMOID -> graph.subtract(y, graph.multiply(y, y));
      // The sign of y is 1 where x is let through, and 0 elsewhere.
      case RELU -> graph.sign(y);
    };
  }
}
