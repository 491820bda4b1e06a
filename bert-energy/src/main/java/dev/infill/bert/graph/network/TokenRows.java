package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * A row of numbers for each token, such that the product of a token's row with the features of a
 * place is the token's logit there, but for a constant; or the row that stands for the token where
 * a network reads it.
 */
public interface TokenRows {
  /** Returns the width of a row. */
  Dimension width();

  /**
   * Returns rows in float32.
   *
   * @param scope where nodes go
   * @param ids [K]
   * @return [K, width]
   */
  Value of(GraphBuilder scope, Value ids);

  /**
   * Returns weighted sums of rows, in float32.
   *
   * @param scope where nodes go
   * @param rows where nodes that pick rows go
   * @param ids [C, m, K]
   * @param weights float [C, m, K]
   * @return [C, m, width]
   */
  Value mixtures(GraphBuilder scope, GraphBuilder rows, Value ids, Value weights);
}
