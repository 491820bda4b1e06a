package dev.infill.bert.graph;

import java.util.List;

/** The rectified linear unit max(x, 0); its derivative is 0 at 0. */
record Relu() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(inputs.get(0).type());
  }

  /** The sign of what comes out is 1 where x is let through, and 0 elsewhere. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.multiply(gradient, graph.sign(node.output()));
  }
}
