package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** The same numbers in another type. Their gradient goes back in the type they came from. */
record Cast(ElementType to) implements DifferentiableOperator {
  @Override
  public List<Attribute> attributes() {
    return List.of(Attribute.integer("to", to.code()));
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    return List.of(new TensorType(to, inputs.get(0).shape()));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    return graph.cast(gradient, node.input(0).element());
  }
}
