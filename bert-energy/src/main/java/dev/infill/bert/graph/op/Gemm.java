package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.Imported.Computed;
import dev.infill.bert.graph.op.Imported.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /** Only where the bias is the same for each row. */
  @Override
  public Optional<Map<Integer, Integer>> inputAxes(Node node, int axis) {
    boolean biasOfRows = node.inputs().size() > 2 && node.input(2).shape().rank() > 1;
    return DifferentiableOperator.firstInput(axis == 0 && !biasOfRows, 0);
  }

  static Imported imported(ImportedNode node) {
    GraphBuilder graph = node.graph();
    Value a = node.value(0);
    a = node.integer("transA", 0) == 0 ? a : graph.transposeMatrices(a);
    boolean transposed = node.integer("transB", 0) != 0;
    double alpha = node.real("alpha", 1);
    double beta = node.real("beta", 1);
    Value product;
    if (node.input(1) instanceof Parameter parameter) {
      product =
          product(
              graph,
              a,
              new Parameter(parameter.value(), parameter.transposed() != transposed),
              Optional.empty());
    } else {
      Value b = node.value(1);
      product = graph.matMul(a, transposed ? graph.transposeMatrices(b) : b);
    }
    product = scaled(graph, product, alpha);
    return new Computed(
        node.has(2) ? graph.add(product, scaled(graph, node.value(2), beta)) : product);
  }

  /**
   * Returns the product of rows with a parameter, in the parameter's type, which is stored once
   * whichever way it is multiplied; in float32.
   *
   * @param x [..., in]
   * @param matrix [in, out]
   * @param bias [out]
   */
  static Value product(GraphBuilder graph, Value x, Parameter matrix, Optional<Value> bias) {
    Shape rows = x.shape().part(0, x.shape().rank() - 1);
    Dimension inputs = x.shape().get(-1);
    Value stored = matrix.value();
    ElementType element = stored.element();
    Value flat = graph.cast(graph.reshape(x, rows.size(), inputs), element);
    Gemm gemm = new Gemm(matrix.transposed());
    Value product =
        bias.isPresent()
            ? graph.apply(gemm, flat, stored, graph.cast(bias.get(), element)).output()
            : graph.apply(gemm, flat, stored).output();
    return graph.reshape(
        graph.cast(product, ElementType.FLOAT), rows.followedBy(matrix.shape().get(1)));
  }

  static Value scaled(GraphBuilder graph, Value x, double factor) {
    return factor == 1 ? x : graph.multiply(x, graph.scalar(x.element(), factor));
  }
}
