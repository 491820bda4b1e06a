package dev.infill.bert.graph;

import java.util.List;

/**
 * The same numbers in another type. Their gradient goes back in the type they came from.
 *
 * @param to that type
 */
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
