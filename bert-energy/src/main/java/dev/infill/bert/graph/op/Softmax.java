package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The softmax of the last axis. */
record Softmax() implements DifferentiableOperator {
  /** The first operator set in which softmax is of one axis, not of all from one on. */
  private static final int OF_ONE_AXIS = 13;

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

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return DifferentiableOperator.firstInput(axis < node.output().shape().rank() - 1, axis);
  }

  static Imported imported(ImportedNode node) {
    return imported(node, node.graph()::softmax);
  }

  static Imported importedLogarithm(ImportedNode node) {
    return imported(node, x -> node.graph().subtract(x, node.graph().reduceLogSumExp(x)));
  }

  /** Applies a function of the last axis to another one, or to all from one on. */
  private static Imported imported(ImportedNode node, UnaryOperator<Value> ofLastAxis) {
    Value x = node.value(0);
    int rank = x.shape().rank();
    boolean ofOneAxis = node.operatorSet() >= OF_ONE_AXIS;
    int axis = node.axis("axis", ofOneAxis ? -1 : 1, rank);
    if (axis == rank - 1) {
      return new Computed(ofLastAxis.apply(x));
    }
    GraphBuilder graph = node.graph();
    if (!ofOneAxis) {
      Shape rows = Shape.of(x.shape().part(0, axis).size(), x.shape().part(axis, rank).size());
      return new Computed(graph.reshape(ofLastAxis.apply(graph.reshape(x, rows)), x.shape()));
    }
    List<Integer> swapped = new ArrayList<>();
    for (int each = 0; each < rank; each++) {
      swapped.add(each == axis ? rank - 1 : each == rank - 1 ? axis : each);
    }
    Transpose swap = new Transpose(swapped);
    return new Computed(graph.transpose(ofLastAxis.apply(graph.transpose(x, swap)), swap));
  }
}
