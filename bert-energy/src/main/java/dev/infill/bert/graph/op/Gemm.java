package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/**
 * A product of matrices, X·W or X·Wᵀ, and optionally a bias added to each row.
 *
 * <p>The gradient with respect to X multiplies by the same stored W, transposed within the product.
 * W and the bias are parameters here: they have no rule.
 *
 * @param transposed whether W is [out, in] and enters transposed, rather than [in, out]
 */
public record Gemm(boolean transposed) implements DifferentiableOperator {
  @Override
  public List<Attribute> attributes() {
    return transposed ? List.of(Attribute.integer("transB", 1)) : List.of();
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Shape x = inputs.get(0).shape();
    Shape w = inputs.get(1).shape();
    if (x.rank() != 2 || w.rank() != 2 || !x.get(1).equals(w.get(transposed ? 1 : 0))) {
      throw new IllegalArgumentException(
          "no product of the matrices " + x + " and " + w + (transposed ? " transposed" : ""));
    }
    Shape result = Shape.of(x.get(0), w.get(transposed ? 0 : 1));
    if (inputs.size() > 2 && !inputs.get(2).shape().broadcast(result).equals(result)) {
      throw new IllegalArgumentException("no bias for " + result + ": " + inputs.get(2));
    }
    return List.of(new TensorType(inputs.get(0).element(), result));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input != 0) {
      throw new UnsupportedOperationException("a Gemm's weights are constants: " + node.name());
    }
    return graph.apply(new Gemm(!transposed), gradient, node.input(1)).output();
  }
}
