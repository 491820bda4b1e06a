package dev.infill.bert.graph.network;

import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.Value;

/** A masked language model that is added to a graph: from rows of word embeddings to logits. */
public interface MaskedLanguageNetwork {
  /** Returns the word embeddings. */
  WordTable words();

  /** Returns V. */
  Dimension vocabulary();

  /** Returns the rows of the tokens that {@link Predictions#features} are multiplied by. */
  TokenRows targets();

  /**
   * Adds the network.
   *
   * @param inputIds the pieces, int64 [N, T]
   * @param words the rows [T·N, E] of the word embeddings that it reads in place of those of the
   *     pieces
   * @param positions which positions are asked for, [N, P]
   */
  Predictions predict(Value inputIds, Value words, Value positions);

  /**
   * What a network says of positions.
   *
   * @param features [N·P, width of the targets]: their product with a token's row is its logit, but
   *     for what does not depend on the input
   * @param logits float [N·P, V]
   */
  record Predictions(Value features, Value logits) {}
}
