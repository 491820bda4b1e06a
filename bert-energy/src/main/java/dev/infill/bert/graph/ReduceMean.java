package dev.infill.bert.graph;

import java.util.List;

/**
 * Means over axes, which stay with extent 1.
 *
 * @param axes the axes, not negative
 */
record ReduceMean(List<Integer> axes) implements DifferentiableOperator {
  ReduceMean {
    axes = List.copyOf(axes);
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    return List.of(new TensorType(x.element(), x.shape().reducedAt(axes)));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value x = node.input(0);
    Dimension count = axes.stream().map(x.shape()::get).reduce(Dimension.ONE, Dimension::times);
    if (!count.isConstant()) {
      throw new UnsupportedOperationException(
          "a mean over %s numbers has no rule: %s".formatted(count, node.name()));
    }
    Value share = graph.multiply(gradient, graph.scalar(x.element(), 1.0 / count.factor()));
    return graph.expand(share, x);
  }
}
