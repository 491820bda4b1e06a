package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Operator;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** An operator that gradients can be taken through. */
public interface DifferentiableOperator extends Operator {
  /**
   * Adds the vector-Jacobian product of the first output with respect to one input: gᵀ
   * ∂output/∂input.
   *
   * @param graph where the product's nodes go
   * @param node the node to differentiate, whose operator this is
   * @param input which of its inputs
   * @param gradient g, shaped like the node's first output
   * @return the product, shaped like the input
   * @throws UnsupportedOperationException if the operator has no rule for that input
   */
  Value pullback(GraphBuilder graph, Node node, int input, Value gradient);

  /**
   * Returns where an axis of the first output comes from, if the operator acts on each index of it
   * by itself: for each input that has the axis, which of its axes that is.
   *
   * @param node a node of this operator
   * @param axis the axis of its first output, not negative
   * @return empty if each index of the axis takes all of an input's
   */
  default Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return Optional.empty();
  }

  /** As {@link #inputAxes} of an operator on each element of inputs that are broadcast. */
  static Optional<Map<Integer, Integer>> broadcastAxes(Node node, int axis) {
    Map<Integer, Integer> axes = new HashMap<>();
    for (int input = 0; input < node.inputs().size(); input++) {
      Shape shape = node.input(input).shape();
      int aligned = axis - (node.output().shape().rank() - shape.rank());
      if (aligned >= 0 && !shape.get(aligned).equals(Dimension.ONE)) {
        axes.put(input, aligned);
      }
    }
    return Optional.of(axes);
  }

  /**
   * As {@link #inputAxes} of an operator of which only the first input can have the axis.
   *
   * @param hasAxis whether it has
   * @param axis which of its axes that is
   */
  static Optional<Map<Integer, Integer>> firstInput(boolean hasAxis, int axis) {
    return hasAxis ? Optional.of(Map.of(0, axis)) : Optional.empty();
  }
}
