package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.Gemm;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * Linear maps x W + b, computed in the type of W, which the result is in as well.
 *
 * @param weights where the parameters stand
 */
record Linear(WeightsFile weights) {
  /**
   * Maps rows.
   *
   * @param name of the parameters: W is its {@code kernel} [in, out], b its {@code bias}
   */
  Value apply(GraphBuilder scope, String name, Value rows) {
    Value kernel = scope.parameter(weights, name + "/kernel");
    return apply(scope, new Gemm(false), rows, kernel, name + "/bias");
  }

  /** Maps rows by a product with a matrix. */
  Value apply(GraphBuilder scope, Gemm product, Value rows, Value matrix, String bias) {
    ElementType element = matrix.element();
    Value b = scope.cast(scope.parameter(weights, bias), element);
    return scope.apply(product, scope.cast(rows, element), matrix, b).output();
  }
}
