package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import java.util.List;

/** Matrix products A·B of the last two axes, the others being a batch and broadcast. */
record MatMul() implements DifferentiableOperator {
  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Shape a = inputs.get(0).shape();
    Shape b = inputs.get(1).shape();
    if (a.rank() < 2 || b.rank() < 2 || !a.get(-1).equals(b.get(-2))) {
      throw new IllegalArgumentException("no matrix product of " + a + " and " + b);
    }
    Shape batch = a.part(0, a.rank() - 2).broadcast(b.part(0, b.rank() - 2));
    return List.of(new TensorType(inputs.get(0).element(), batch.followedBy(a.get(-2), b.get(-1))));
  }

  /** ∂A = g·Bᵀ, ∂B = Aᵀ·g, summed over the batch axes that were broadcast. */
  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    Value a = node.input(0);
    Value b = node.input(1);
    if (input == 0) {
      return graph.sumTo(graph.matMul(gradient, graph.transposeMatrices(b)), a.shape());
    }
    // Transposing (gᵀ·A) undoes B's own transposition where it has one, so that a key's gradient
    // comes out in the key's layout.
    Value product =
        Transpose.movesLastAxis(b)
            ? graph.transposeMatrices(graph.matMul(graph.transposeMatrices(gradient), a))
            : graph.matMul(graph.transposeMatrices(a), gradient);
    return graph.sumTo(product, b.shape());
  }
}
