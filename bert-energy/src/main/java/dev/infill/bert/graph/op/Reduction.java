package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/**
 * Sums or means over axes, which stay with extent 1.
 *
 * @param isMean whether it is a mean
 * @param axes the axes, not negative
 */
record Reduction(boolean isMean, List<Integer> axes) implements DifferentiableOperator {
  Reduction {
    axes = List.copyOf(axes);
  }

  @Override
  public String type() {
    return isMean ? "ReduceMean" : "ReduceSum";
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    return List.of(new TensorType(x.element(), x.shape().reducedAt(axes)));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value x = node.input(0);
    return graph.expand(isMean ? share(graph, node, gradient) : gradient, x);
  }

  private Value share(GraphBuilder graph, Node node, Value gradient) {
    Value x = node.input(0);
    Dimension count = axes.stream().map(x.shape()::get).reduce(Dimension.ONE, Dimension::times);
    if (!count.isConstant()) {
      throw new UnsupportedOperationException(
          "a mean over %s numbers has no rule: %s".formatted(count, node.name()));
    }
    return graph.multiply(gradient, graph.scalar(x.element(), 1.0 / count.factor()));
  }
}
