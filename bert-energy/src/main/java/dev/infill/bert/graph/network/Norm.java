package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.ElementwiseFunction;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.LayerNormalization;

/**
 * Normalisations of rows, in float32: γ (x − μ)/√(σ² + ε) + β, or γ x/√(mean(x²) + ε) (Zhang &amp;
 * Sennrich 2019).
 *
 * @param weights where γ and β stand
 * @param epsilon ε
 * @param rootMeanSquare whether they are of the second form
 */
record Norm(WeightsFile weights, double epsilon, boolean rootMeanSquare) {
  /**
   * Normalises rows.
   *
   * @param name of the parameters {@code gamma} and {@code beta}
   */
  Value apply(GraphBuilder scope, String name, Value rows) {
    Value x = scope.cast(rows, ElementType.FLOAT);
    Value gamma = scope.parameter(weights, name + "/gamma");
    if (rootMeanSquare) {
      Value meanSquare = scope.reduceMean(scope.multiply(x, x));
      Value square = scope.add(meanSquare, scope.scalar(ElementType.FLOAT, epsilon));
      Value root = scope.apply(ElementwiseFunction.SQRT, square).output();
      return scope.multiply(scope.divide(x, root), gamma);
    }
    Value beta = scope.parameter(weights, name + "/beta");
    return scope.apply(new LayerNormalization(epsilon), x, gamma, beta).output();
  }
}
