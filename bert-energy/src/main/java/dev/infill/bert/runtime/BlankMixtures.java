package dev.infill.bert.runtime;

import dev.infill.bert.graph.network.BertGraph;

/**
 * The mixtures Σ_k w_k E_{v_k} of word embeddings that blanks hold in C states; at a filling each
 * is of one token. The arrays are taken over and must not be changed.
 *
 * @param tokens K, the most tokens of a mixture, at least 1
 * @param ids C × m × K token ids, row-major
 * @param weights C × m × K weights; 0 where a mixture has fewer tokens
 * @param blankPositions m, the position of each blank
 * @param held S × m, 1 where a sequence holds the blank's mixture, 0 where it is masked
 * @param asked S × P, the blank at each position that the model is asked at
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on to ONNX Runtime; nobody compares mixtures.
public record BlankMixtures(
    int tokens, long[] ids, float[] weights, long[] blankPositions, float[] held, long[] asked) {
  /**
   * Checks the numbers of ids and weights.
   *
   * @throws IllegalArgumentException if they differ, or are not those of whole states
   */
  public BlankMixtures {
    int perState = tokens * blankPositions.length;
    if (perState == 0 || ids.length != weights.length || ids.length % perState != 0) {
      throw new IllegalArgumentException(
          "%d ids and %d weights for %d blanks of %d tokens"
              .formatted(ids.length, weights.length, blankPositions.length, tokens));
    }
  }

  /** Puts the mixtures into the inputs of sequences of a length. */
  void put(GraphSession.Inputs inputs, int length) {
    int blanks = blankPositions.length;
    long states = ids.length / ((long) tokens * blanks);
    inputs.put(BertGraph.MIXED_IDS, ids, states, blanks, tokens);
    inputs.put(BertGraph.MIXED_WEIGHTS, weights, states, blanks, tokens);
    inputs.put(BertGraph.CROSS_MASK, held, held.length / blanks, blanks);
    float[] placement = new float[length * blanks];
    for (int i = 0; i < blanks; i++) {
      placement[(int) blankPositions[i] * blanks + i] = 1;
    }
    inputs.put(BertGraph.PLACEMENT, placement, length, blanks);
  }

  /** Puts the further inputs of the gradient. */
  void putAsked(GraphSession.Inputs inputs, int perSequence) {
    inputs.put(BertGraph.BLANK_POSITIONS, blankPositions, blankPositions.length);
    inputs.put(BertGraph.ASKED_BLANKS, asked, asked.length / perSequence, perSequence);
  }
}
