package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** A differentiable function of each number, or, with broadcasting, of each two numbers. */
public enum ElementwiseFunction implements DifferentiableOperator {
  ADD("Add"),
  SUBTRACT("Sub"),
  MULTIPLY("Mul"),
  DIVIDE("Div"),
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
    Shape shape = inputs.stream().map(Value::shape).reduce(Shape::broadcast).orElseThrow();
    return List.of(new TensorType(inputs.get(0).element(), shape));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.sumTo(product(graph, node, input, gradient), node.input(input).shape());
  }

  /** Returns g ∂z/∂x, or g ∂z/∂y for the second number, before what was broadcast is summed. */
  private Value product(GraphBuilder graph, Node node, int input, Value g) {
    Value x = node.input(0);
    Value z = node.output();
    return switch (this) {
      case ADD -> g;
      case SUBTRACT -> input == 0 ? g : graph.negate(g);
      case MULTIPLY -> graph.multiply(g, node.input(1 - input));
      case DIVIDE -> {
        Value quotient = graph.divide(g, node.input(1));
        yield input == 0 ? quotient : graph.negate(graph.multiply(quotient, z));
      }
      case EXP -> graph.multiply(g, z);
      case SQRT -> graph.multiply(g, graph.multiply(graph.reciprocal(z), scalar(graph, x, 0.5)));
      case RECIPROCAL -> graph.multiply(g, graph.negate(graph.multiply(z, z)));
      case NEGATION -> graph.multiply(g, scalar(graph, x, -1));
      case ERF -> {
        Value bell = graph.exp(graph.negate(graph.multiply(x, x)));
        Value peak = scalar(graph, x, 2 / Math.sqrt(Math.PI));
        yield graph.multiply(g, graph.multiply(bell, peak));
      }
      case SIGMOID -> graph.multiply(g, graph.subtract(z, graph.multiply(z, z)));
      // The sign of z is 1 where x is let through, and 0 elsewhere.
      case RELU -> graph.multiply(g, graph.sign(z));
    };
  }

  private static Value scalar(GraphBuilder graph, Value x, double value) {
    return graph.scalar(x.element(), value);
  }
}
