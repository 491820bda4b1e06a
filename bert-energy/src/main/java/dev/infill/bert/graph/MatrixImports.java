package dev.infill.bert.graph;

import dev.infill.bert.graph.Imported.Computed;
import dev.infill.bert.graph.Imported.Parameter;
import java.util.Map;
import java.util.Optional;

/** Products of matrices in exported graphs. */
final class MatrixImports {
  private MatrixImports() {}

  static void addTo(Map<String, OperatorImport> table) {
    table.put("MatMul", OperatorImport.single(MatrixImports::matMul));
    table.put("Gemm", OperatorImport.single(MatrixImports::gemm));
    table.put("com.microsoft:FusedMatMul", OperatorImport.single(MatrixImports::fusedMatMul));
  }

  private static Imported matMul(ImportedNode node) {
    Imported b = node.input(1);
    if (b instanceof Parameter matrix && b.shape().rank() == 2) {
      return new Computed(product(node.graph(), node.value(0), matrix, Optional.empty()));
    }
    return new Computed(node.graph().matMul(node.value(0), node.value(1)));
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

  private static Imported gemm(ImportedNode node) {
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

  private static Imported fusedMatMul(ImportedNode node) {
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
    return new Computed(scaled(graph, product, node.real("alpha", 1)));
  }

  private static Value scaled(GraphBuilder graph, Value x, double factor) {
    return factor == 1 ? x : graph.multiply(x, graph.scalar(x.element(), factor));
  }
}
