package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** The softmax of the last axis. */
record Softmax() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(inputs.get(0).type());
  }

  /** p (g − Σ p g). */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value p = node.output();
    Value pg = graph.multiply(p, gradient);
    return graph.subtract(pg, graph.multiply(p, graph.reduceSum(pg, -1)));
  }
}
