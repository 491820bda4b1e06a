package dev.infill.bert;

/**
 * How much enters the model at once.
 *
 * @param forwardPieces the most pieces of a pass without gradient, of all its sequences together
 * @param backwardPieces the same with gradient, where the activations of all layers are kept for
 *     the way back
 */
record PassSize(int forwardPieces, int backwardPieces) {
  /**
   * Enough for the matrix products to reach their speed, few enough for the activations of
   * BERT-base to stay at some tens of megabytes.
   */
  static final PassSize DEFAULT = new PassSize(2048, 400);

  /** Returns how many sequences of a length are one pass without gradient, at least 1. */
  int forwardSequences(int length) {
    return Math.max(1, forwardPieces / length);
  }

  /** Returns how many sequences of a length are one pass with gradient, at least 1. */
  int backwardSequences(int length) {
    return Math.max(1, backwardPieces / length);
  }
}
