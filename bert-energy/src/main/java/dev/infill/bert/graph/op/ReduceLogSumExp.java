package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** ln Σ exp x over the last axis, which stays with extent 1. The second input says which axis. */
record ReduceLogSumExp() implements DifferentiableOperator {
  @Override
  public List<Attribute> attributes() {
    return List.of(Attribute.integer("keepdims", 1));
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    Shape rows = x.shape().part(0, x.shape().rank() - 1);
    return List.of(new TensorType(x.element(), rows.followedBy(Dimension.ONE)));
  }

  /** g softmax(x). */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.multiply(graph.softmax(node.input(0)), gradient);
  }
}
