package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.List;
import java.util.Optional;

/** Broadcasting to a shape. */
record Expand(Shape target) implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    return List.of(new TensorType(x.element(), target));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.sumTo(gradient, node.input(0).shape());
  }

  static Imported imported(ImportedNode node) {
    Shape target = new Shape(node.integers(1).stream().map(SymbolicInteger::extent).toList());
    return Expand.of(node, node.input(0), node.input(0).shape().broadcast(target));
  }

  /** Broadcasts a tensor to a shape. */
  static Imported of(ImportedNode node, Imported data, Shape shape) {
    if (data.shape().equals(shape)) {
      return data;
    }
    Optional<Uniform> uniform = data.uniform();
    return uniform.isPresent()
        ? new Uniform(data.element(), shape, uniform.get().number())
        : new Computed(node.graph().expand(node.value(data), shape));
  }
}
