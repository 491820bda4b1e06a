package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** x where a condition holds, else y, element by element, with broadcasting. */
record Where() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(1);
    if (inputs.get(0).element() != ElementType.BOOL) {
      throw new IllegalArgumentException("no condition: " + inputs.get(0));
    }
    Shape shape = inputs.get(0).shape().broadcast(x.shape()).broadcast(inputs.get(2).shape());
    return List.of(new TensorType(x.element(), shape));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input == 0) {
      throw new UnsupportedOperationException("a condition has no gradient: " + node.name());
    }
    Value zero = graph.scalar(gradient.element(), 0);
    Value condition = node.input(0);
    Value part =
        input == 1
            ? graph.where(condition, gradient, zero)
            : graph.where(condition, zero, gradient);
    return graph.sumTo(part, node.input(input).shape());
  }

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return DifferentiableOperator.broadcastAxes(node, axis);
  }

  static Imported imported(ImportedNode node) {
    Imported condition = node.input(0);
    Imported x = node.input(1);
    Imported y = node.input(2);
    Shape shape = condition.shape().broadcast(x.shape()).broadcast(y.shape());
    Optional<Uniform> everywhere = condition.uniform();
    if (everywhere.isPresent()) {
      return Expand.of(node, everywhere.get().number() != 0 ? x : y, shape);
    }
    Optional<Integers> conditions = condition.integers();
    Optional<Integers> first = x.integers();
    Optional<Integers> second = y.integers();
    if (conditions.isPresent()
        && first.isPresent()
        && second.isPresent()
        && Integers.canHold(shape)) {
      List<SymbolicInteger> elements = new ArrayList<>();
      for (int i = 0; i < shape.size().factor(); i++) {
        boolean holds = !conditions.get().at(shape, i).isZero();
        elements.add((holds ? first : second).get().at(shape, i));
      }
      return new Integers(x.element(), shape, elements);
    }
    return node.apply(new Where(), node.operands());
  }
}
