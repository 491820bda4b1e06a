package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * The order of the rows of activations, one for each piece: row t·N + n is piece t of sequence n.
 *
 * <p>In this order, splitting rows into heads gives [T, N·heads, H/heads], whose transposition to
 * [N·heads, T, H/heads] ONNX Runtime does inside its matrix products.
 *
 * @param sequences N
 * @param length T
 */
record RowOrder(Dimension sequences, Dimension length) {
  /** Returns how many rows there are, T·N. */
  Dimension count() {
    return length.times(sequences);
  }

  /** Returns numbers of pieces, given as [N, T], in the order of rows, [T·N]. */
  Value inOrder(GraphBuilder scope, Value ofPieces) {
    return scope.reshape(scope.transpose(ofPieces, 1, 0), count());
  }

  /**
   * Returns the rows that stand at positions.
   *
   * @param rows [T·N, H]
   * @param positions [K, N], or [K, 1] if they are the same for all sequences
   * @return [K·N, H]; row k·N + n stands at position k of sequence n
   */
  Value at(GraphBuilder scope, Value rows, Value positions) {
    Value first = scope.multiply(positions, scope.extent(sequences));
    Value indices = scope.add(first, scope.range(sequences));
    return scope.gather(rows, scope.reshape(indices, indices.shape().size()));
  }
}
