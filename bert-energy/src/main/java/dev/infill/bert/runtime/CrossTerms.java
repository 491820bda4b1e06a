package dev.infill.bert.runtime;

import java.nio.FloatBuffer;

/**
 * Logits, and the cross terms of the one-hot gradient for every state, blank and token.
 *
 * @param logits the logits at the asked positions
 * @param crossTerms C × m × V cross terms, row-major
 * @param blanks m
 * @param vocabularySize V
 */
public record CrossTerms(
    PositionLogits logits, FloatBuffer crossTerms, int blanks, int vocabularySize) {
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
