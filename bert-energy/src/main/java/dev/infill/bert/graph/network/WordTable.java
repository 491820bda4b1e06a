package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * The word embeddings, and the rows of them that the pieces of sequences have.
 *
 * <p>Those at the first position of all sequences come first: row t·N + n is that of piece t of
 * sequence n.
 *
 * @param graph where nodes go
 * @param matrix the word embeddings
 * @param sequences N
 * @param length T
 */
record WordTable(GraphBuilder graph, MatrixRows matrix, Dimension sequences, Dimension length) {
  /** Returns the rows [T·N, E] that input ids [N, T] stand for. */
  Value rows(Value inputIds) {
    Value ids = graph.reshape(graph.transpose(inputIds, 1, 0), length.times(sequences));
    return matrix.of(graph.scope("embeddings/words"), ids);
  }

  /**
   * Returns the rows that stand at positions.
   *
   * @param rows [T·N, H] or of another width
   * @param positions [K, N] or [K, 1], the same for all sequences
   * @return [K·N, H] or of that width, row k·N + n being the one at position k of sequence n
   */
  Value rowsAt(Value rows, Value positions) {
    Value indices =
        graph.add(graph.multiply(positions, graph.extent(sequences)), graph.range(sequences));
    return graph.gather(rows, graph.reshape(indices, indices.shape().size()));
  }
}
