package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Operator;
import dev.infill.bert.graph.ir.Value;

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
}
