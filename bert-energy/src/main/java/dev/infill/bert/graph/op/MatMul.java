package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /** The rows of the first factor. */
  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    return DifferentiableOperator.firstInput(
        axis == node.output().shape().rank() - 2, node.input(0).shape().rank() - 2);
  }

  static Imported imported(ImportedNode node) {
    Imported b = node.input(1);
    if (b instanceof Parameter matrix && b.shape().rank() == 2) {
      return new Computed(Gemm.product(node.graph(), node.value(0), matrix, Optional.empty()));
    }
    return new Computed(node.graph().matMul(node.value(0), node.value(1)));
  }

  static Imported importedFused(ImportedNode node) {
    if (node.integer("transBatchA", 0) != 0 || node.integer("transBatchB", 0) != 0) {
      throw new IllegalArgumentException("transBatchA or transBatchB");
    }
    GraphBuilder graph = node.graph();
    Value a = node.value(0);
    Value b = node.value(1);
    Value product =
        graph.matMul(
            node.integer("transA", 0) == 0 ? a : graph.transposeMatrices(a),
            node.integer("transB", 0) == 0 ? b : graph.transposeMatrices(b));
    return new Computed(Gemm.scaled(graph, product, node.real("alpha", 1)));
  }
}
