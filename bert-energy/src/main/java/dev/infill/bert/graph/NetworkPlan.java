package dev.infill.bert.graph;

import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.OnnxExport;

/** A masked language model that graphs can be made of. Immutable. */
public final class NetworkPlan {
  private final Factory factory;

  private NetworkPlan(Factory factory) {
    this.factory = factory;
  }

  /** Prepares to add a network to a graph. */
  @FunctionalInterface
  private interface Factory {
    MaskedLanguageNetwork addTo(GraphBuilder graph, Dimension sequences, Dimension length);
  }

  /**
   * Returns the plan of a BERT or one of its relatives.
   *
   * @param configuration the sizes
   * @param weights where the parameters stand
   */
  public static NetworkPlan of(BertConfiguration configuration, WeightsFile weights) {
    return new NetworkPlan(
        (graph, sequences, length) ->
            new BertNetwork(graph, configuration, weights, sequences, length));
  }

  /**
   * Returns the plan of an exported model.
   *
   * @param export the model
   * @param weights where the parameters stand
   */
  public static NetworkPlan of(OnnxExport export, WeightsFile weights) {
    return new NetworkPlan(
        (graph, sequences, length) ->
            new ImportedNetwork(graph, export, weights, sequences, length));
  }

  MaskedLanguageNetwork addTo(GraphBuilder graph, Dimension sequences, Dimension length) {
    return factory.addTo(graph, sequences, length);
  }
}
