package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * The rows of a matrix that is stored, one for each token.
 *
 * @param graph the graph that reads it
 * @param weights where it stands
 * @param parameter its name
 */
record MatrixRows(GraphBuilder graph, WeightsFile weights, String parameter) {
  /** Returns the matrix [V, width], in its own type. */
  Value matrix() {
    return graph.parameter(weights, parameter);
  }

  /** Returns the width of a row. */
  Dimension width() {
    return Dimension.of(weights.entry(parameter).shape().get(1));
  }

  /**
   * Returns rows in float32.
   *
   * @param scope where nodes go
   * @param ids [K]
   * @return [K, width]
   */
  Value of(GraphBuilder scope, Value ids) {
    return scope.cast(scope.gather(matrix(), ids), ElementType.FLOAT);
  }

  /**
   * Returns weighted sums of rows, in float32.
   *
   * @param scope where nodes go
   * @param rows where nodes that pick rows go
   * @param ids [C, m, K]
   * @param weights float [C, m, K]
   * @return [C, m, width]
   */
  Value mixtures(GraphBuilder scope, GraphBuilder rows, Value ids, Value weights) {
    Shape mixtures = ids.shape().part(0, 2);
    Value each =
        scope.reshape(
            of(rows, scope.reshape(ids, ids.shape().size())), ids.shape().followedBy(width()));
    Value weighted =
        scope.multiply(each, scope.reshape(weights, ids.shape().followedBy(Dimension.ONE)));
    return scope.reshape(scope.reduceSum(weighted, 2), mixtures.followedBy(width()));
  }
}
