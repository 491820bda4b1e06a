package dev.infill.bert.graph;

import java.util.List;

/**
 * Sums over axes, which stay with extent 1.
 *
 * @param axes the axes, not negative
 */
record ReduceSum(List<Integer> axes) implements DifferentiableOperator {
  ReduceSum {
    axes = List.copyOf(axes);
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    return List.of(new TensorType(x.element(), x.shape().reducedAt(axes)));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.expand(gradient, node.input(0));
  }
}
