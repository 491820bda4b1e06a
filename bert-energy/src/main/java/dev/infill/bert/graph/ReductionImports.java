package dev.infill.bert.graph;

import dev.infill.bert.graph.Imported.Computed;
import dev.infill.bert.graph.Imported.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Operators of exported graphs that look at whole axes: sums, means, softmax, normalisation. */
final class ReductionImports {
  /** The first operator set in which softmax is of one axis, not of all from one on. */
  private static final int SOFTMAX_OF_ONE_AXIS = 13;

  private ReductionImports() {}

  static void addTo(Map<String, OperatorImport> table) {
    table.put("ReduceSum", OperatorImport.single(node -> reduce(node, ReduceSum::new)));
    table.put("ReduceMean", OperatorImport.single(node -> reduce(node, ReduceMean::new)));
    table.put(
        "Softmax", OperatorImport.single(node -> softmax(node, x -> node.graph().softmax(x))));
    table.put(
        "LogSoftmax",
        OperatorImport.single(
            node -> softmax(node, x -> node.graph().subtract(x, node.graph().reduceLogSumExp(x)))));
    table.put("LayerNormalization", OperatorImport.single(ReductionImports::layerNormalization));
  }

  private static Imported reduce(ImportedNode node, Function<List<Integer>, Operator> operator) {
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
    Operator reduction = operator.apply(axes);
    Imported reduced;
    if (reduction instanceof ReduceMean && x instanceof Uniform uniform) {
      reduced = new Uniform(x.element(), x.shape().reducedAt(axes), uniform.number());
    } else {
      Value tensor = node.graph().integers(axes.stream().mapToLong(Integer::longValue).toArray());
      reduced = new Computed(node.graph().apply(reduction, node.value(0), tensor).output());
    }
    if (node.integer("keepdims", 1) != 0) {
      return reduced;
    }
    List<Dimension> rest = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      if (!axes.contains(axis)) {
        rest.add(x.shape().get(axis));
      }
    }
    return ShapeImports.reshaped(node, reduced, new Shape(rest));
  }

  /** Applies a function of the last axis to another one, or to all from one on. */
  private static Imported softmax(ImportedNode node, Function<Value, Value> ofLastAxis) {
    Value x = node.value(0);
    int rank = x.shape().rank();
    boolean ofOneAxis = node.operatorSet() >= SOFTMAX_OF_ONE_AXIS;
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

  private static Imported layerNormalization(ImportedNode node) {
    Value x = node.value(0);
    if (node.axis("axis", -1, x.shape().rank()) != x.shape().rank() - 1) {
      throw new IllegalArgumentException("of another axis than the last");
    }
    Optional<Value> bias = node.has(2) ? Optional.of(node.value(2)) : Optional.empty();
    return new Computed(normalized(node, x, node.value(1), bias, node.real("epsilon", 1e-5)));
  }

  /** Returns a layer normalisation, with a bias of 0 if there is none. */
  static Value normalized(
      ImportedNode node, Value x, Value scale, Optional<Value> bias, double epsilon) {
    Value shift =
        bias.orElseGet(
            () -> node.graph().filled(new TensorType(x.element(), Shape.of(x.shape().get(-1))), 0));
    return node.graph().apply(new LayerNormalization(epsilon), x, scale, shift).output();
  }
}
