package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

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

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return DifferentiableOperator.firstInput(!axes.contains(axis), axis);
  }

  static Imported imported(ImportedNode node, boolean isMean) {
    Imported x = node.input(0);
    int rank = x.shape().rank();
    Optional<List<Long>> given = node.axes(1).filter(axes -> !axes.isEmpty());
    if (given.isEmpty() && node.integer("noop_with_empty_axes", 0) != 0) {
      return x;
    }
    List<Integer> axes =
        given.orElseGet(() -> LongStream.range(0, rank).boxed().toList()).stream()
            .map(axis -> ImportedNode.axis(axis, rank))
            .distinct()
            .sorted()
            .toList();
    Imported reduced =
        isMean && x instanceof Uniform uniform
            ? new Uniform(x.element(), x.shape().reducedAt(axes), uniform.number())
            : new Imported.Computed(node.graph().reduce(node.value(0), isMean, axes));
    if (node.integer("keepdims", 1) != 0) {
      return reduced;
    }
    List<Dimension> rest = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      if (!axes.contains(axis)) {
        rest.add(x.shape().get(axis));
      }
    }
    return Reshape.of(node, reduced, new Shape(rest));
  }
}
