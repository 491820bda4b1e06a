package dev.infill.bert.graph;

import java.util.List;

/** A differentiable function of each number. */
enum ElementwiseFunction implements DifferentiableOperator {
  EXP("Exp") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return y;
    }
  },
  LOG("Log") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return graph.reciprocal(x);
    }
  },
  SQRT("Sqrt") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return graph.multiply(graph.reciprocal(y), graph.scalar(x.element(), 0.5));
    }
  },
  RECIPROCAL("Reciprocal") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return graph.negate(graph.multiply(y, y));
    }
  },
  NEGATION("Neg") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return graph.scalar(x.element(), -1);
    }
  },
  ABSOLUTE("Abs") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return graph.sign(x);
    }
  },
  /** The error function 2/√π ∫₀ˣ exp(−t²) dt. */
  ERF("Erf") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      Value bell = graph.exp(graph.negate(graph.multiply(x, x)));
      return graph.multiply(bell, graph.scalar(x.element(), 2 / Math.sqrt(Math.PI)));
    }
  },
  TANH("Tanh") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return graph.subtract(graph.scalar(x.element(), 1), graph.multiply(y, y));
    }
  },
  /** 1/(1 + exp(−x)). */
  SIGMOID("Sigmoid") {
    @Override
    Value derivative(GraphBuilder graph, Value x, Value y) {
      return graph.subtract(y, graph.multiply(y, y));
    }
  };

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

  /**
   * Returns dy/dx.
   *
   * @param x what the function is of
   * @param y its value
   */
  abstract Value derivative(GraphBuilder graph, Value x, Value y);

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.multiply(gradient, derivative(graph, node.input(0), node.output()));
  }
}
