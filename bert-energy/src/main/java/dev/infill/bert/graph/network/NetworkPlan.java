package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.op.GraphBuilder;

/** A masked language model that graphs can be made of. */
@FunctionalInterface
public interface NetworkPlan {
  /**
   * Prepares to add the network to a graph.
   *
   * @param graph the graph
   * @param sequences N
   * @param length T
   */
  MaskedLanguageNetwork addTo(GraphBuilder graph, Dimension sequences, Dimension length);
}
