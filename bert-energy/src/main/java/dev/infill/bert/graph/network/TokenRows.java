package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * A stored matrix [V, width] with one row for each token.
 *
 * @param weights where it stands
 * @param parameter its name
 */
record TokenRows(WeightsFile weights, String parameter) {
  /** Returns the whole matrix, in its own type. */
  Value matrix(GraphBuilder scope) {
    return scope.parameter(weights, parameter);
  }

  /** Returns the width of a row. */
  Dimension width() {
    return Dimension.of(weights.entry(parameter).shape().get(1));
  }

  /** Returns the rows of some tokens [K], float [K, width]. */
  Value of(GraphBuilder scope, Value ids) {
    return scope.cast(scope.gather(matrix(scope), ids), ElementType.FLOAT);
  }

  /**
   * Returns the mixtures Σ_k w_k E_{v_k} of rows, float [C, m, width].
   *
   * @param ids v, [C, m, K]
   * @param weights w, float [C, m, K]
   */
  Value mixtures(GraphBuilder scope, Value ids, Value weights) {
    Shape tokens = ids.shape();
    Value flat = of(scope, scope.reshape(ids, tokens.size()));
    Value rows = scope.reshape(flat, tokens.followedBy(width()));
    Value weighted = scope.multiply(rows, scope.reshape(weights, tokens.followedBy(Dimension.ONE)));
    return scope.reshape(scope.reduceSum(weighted, 2), tokens.part(0, 2).followedBy(width()));
  }
}
