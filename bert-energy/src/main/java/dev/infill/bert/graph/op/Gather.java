package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** The slices of the first axis that integers point to. */
record Gather() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value data = inputs.get(0);
    Value indices = inputs.get(1);
    if (data.shape().rank() < 1 || indices.element() != ElementType.INT64) {
      throw new IllegalArgumentException("cannot take slices " + indices + " of " + data);
    }
    Shape slice = data.shape().part(1, data.shape().rank());
    return List.of(new TensorType(data.element(), indices.shape().followedBy(slice)));
  }

  /** Adds each slice of g to the slice it was taken from; one taken twice gets both. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input != 0) {
      throw new UnsupportedOperationException("indices have no gradient: " + node.name());
    }
    Value data = node.input(0);
    Value indices = node.input(1);
    Shape slice = data.shape().part(1, data.shape().rank());
    Shape updates = Shape.of(indices.shape().size()).followedBy(slice);
    Value rows = graph.reshape(gradient, updates);
    Shape column = Shape.of(indices.shape().size());
    for (int axis = 1; axis < updates.rank(); axis++) {
      column = column.followedBy(Dimension.ONE);
    }
    Value spread = graph.expand(graph.reshape(indices, column), rows);
    return graph.scatterAdd(graph.zerosLike(data), spread, rows);
  }
}
