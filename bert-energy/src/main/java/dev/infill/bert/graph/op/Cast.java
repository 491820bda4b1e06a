package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.SymbolicInteger;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Integers;
import dev.infill.bert.graph.op.Imported.Parameter;
import dev.infill.bert.graph.op.Imported.Uniform;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return DifferentiableOperator.broadcastAxes(node, axis);
  }

  static Imported imported(ImportedNode node) {
    ElementType to = ElementType.ofExport((int) node.integer("to", 0));
    Imported x = node.input(0);
    if (x.element() == to || (x instanceof Parameter && to == ElementType.FLOAT)) {
      return x;
    }
    if (x instanceof Integers integers && to != ElementType.FLOAT) {
      boolean truths = to == ElementType.BOOL;
      return new Integers(
          to,
          x.shape(),
          integers.elements().stream()
              .map(each -> truths && !each.isZero() ? SymbolicInteger.ONE : each)
              .toList());
    }
    Optional<Uniform> uniform = x.uniform();
    if (uniform.isPresent()) {
      double number = uniform.get().number();
      return new Uniform(
          to,
          x.shape(),
          switch (to) {
            case BOOL -> number == 0 ? 0 : 1;
            case INT64 -> (double) (long) number;
            default -> number;
          });
    }
    return new Computed(node.graph().cast(node.value(0), to));
  }
}
