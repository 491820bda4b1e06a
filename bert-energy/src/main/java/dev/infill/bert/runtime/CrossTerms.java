package dev.infill.bert.runtime;

import java.nio.FloatBuffer;

/** Logits, and the cross terms of the one-hot gradient for every state, blank and token. */
public final class CrossTerms {
  private final PositionLogits logits;
  private final FloatBuffer crossTerms;
  private final int blanks;
  private final int vocabularySize;

  CrossTerms(PositionLogits logits, FloatBuffer crossTerms, int blanks, int vocabularySize) {
    this.logits = logits;
    this.crossTerms = crossTerms;
    this.blanks = blanks;
    this.vocabularySize = vocabularySize;
  }

  /** Returns the logits at the asked positions. */
  public PositionLogits logits() {
    return logits;
  }

  /**
   * Returns Σⱼ E_v · ∂Uⱼ/∂eᵢ over the sequences j that blank i enters.
   *
   * @param state which state of the batch
   * @param blank i
   * @param token v
   */
  public double get(int state, int blank, int token) {
    return crossTerms.get((state * blanks + blank) * vocabularySize + token);
  }
}
