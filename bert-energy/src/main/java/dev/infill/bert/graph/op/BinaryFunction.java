package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** An arithmetic operation on two numbers, element by element, with broadcasting. */
enum BinaryFunction implements DifferentiableOperator {
  ADD("Add"),
  SUBTRACT("Sub"),
  MULTIPLY("Mul"),
  DIVIDE("Div");

  private final String type;

  BinaryFunction(String type) {
    this.type = type;
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    Shape shape = x.shape().broadcast(inputs.get(1).shape());
    return List.of(new TensorType(x.element(), shape));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value product =
        switch (this) {
          case ADD -> gradient;
          case SUBTRACT -> input == 0 ? gradient : graph.negate(gradient);
          case MULTIPLY -> graph.multiply(gradient, node.input(1 - input));
          case DIVIDE -> ofQuotient(graph, node, input, gradient);
        };
    return graph.sumTo(product, node.input(input).shape());
  }

  /** g/y, and −(g/y) (x/y). */
  private static Value ofQuotient(GraphBuilder graph, Node node, int input, Value gradient) {
    Value quotient = graph.divide(gradient, node.input(1));
    return input == 0 ? quotient : graph.negate(graph.multiply(quotient, node.output()));
  }
}
