package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/**
 * The same elements, in row-major order, in another shape.
 *
 * @param target that shape
 */
record Reshape(Shape target) implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    if (!x.shape().size().equals(target.size())) {
      throw new IllegalArgumentException(x + " cannot be shaped " + target);
    }
    return List.of(new TensorType(x.element(), target));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.reshape(gradient, node.input(0).shape());
  }
}
