package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;

/**
 * Where rows stand in their sequences, for attention that depends on it.
 *
 * @param count Q, how many rows of each sequence there are
 * @param rotary turns them by where they stand
 * @param distances says how far away they stand from others
 */
record Places(Dimension count, Rotary rotary, Distances distances) {
  /**
   * Names places.
   *
   * @param positions int64 [Q, N], or [Q, 1] if they are the same for all sequences
   * @param length T
   */
  static Places of(GraphBuilder graph, Value positions, Dimension length) {
    return new Places(
        positions.shape().get(0),
        new Rotary(graph, positions),
        new Distances(graph, positions, length));
  }
}
