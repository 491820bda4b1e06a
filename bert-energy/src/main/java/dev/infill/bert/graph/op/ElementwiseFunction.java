package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A differentiable function of each number. */
public enum ElementwiseFunction implements DifferentiableOperator {
  EXP("Exp"),
  LOG("Log"),
  SQRT("Sqrt"),
  RECIPROCAL("Reciprocal"),
  NEGATION("Neg"),
  ABSOLUTE("Abs"),
  /** The error function 2/√π ∫₀ˣ exp(−t²) dt. */
  ERF("Erf"),
  TANH("Tanh"),
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
      case LOG -> graph.reciprocal(x);
      case SQRT -> graph.multiply(graph.reciprocal(y), graph.scalar(element, 0.5));
      case RECIPROCAL -> graph.negate(graph.multiply(y, y));
      case NEGATION -> graph.scalar(element, -1);
      case ABSOLUTE -> graph.sign(x);
      case ERF -> {
        Value bell = graph.exp(graph.negate(graph.multiply(x, x)));
        yield graph.multiply(bell, graph.scalar(element, 2 / Math.sqrt(Math.PI)));
      }
      case TANH -> graph.subtract(graph.scalar(element, 1), graph.multiply(y, y));
      case SIGMOID -> graph.subtract(y, graph.multiply(y, y));
      // The sign of what comes out is 1 where x is let through, and 0 elsewhere.
      case RELU -> graph.sign(y);
    };
  }

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return DifferentiableOperator.broadcastAxes(node, axis);
  }

  // Exported graphs

  Imported imported(ImportedNode node) {
    Imported x = node.input(0);
    Optional<Uniform> uniform = x.uniform();
    return uniform.isPresent() && this != ERF && this != RELU
        ? new Uniform(x.element(), x.shape(), of(uniform.get().number()))
        : node.apply(this, node.value(0));
  }

  /** Returns it of a constant; two are left to the graph. */
  private double of(double x) {
    return switch (this) {
      case EXP -> Math.exp(x);
      case LOG -> Math.log(x);
      case SQRT -> Math.sqrt(x);
      case RECIPROCAL -> 1 / x;
      case NEGATION -> -x;
      case ABSOLUTE -> Math.abs(x);
      case TANH -> Math.tanh(x);
      case SIGMOID -> 1 / (1 + Math.exp(-x));
      case ERF, RELU -> throw new IllegalStateException("of a constant: " + this);
    };
  }
}
