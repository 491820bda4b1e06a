package dev.infill.bert.runtime;

import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/**
 * The model's answer at R = N·P asked positions: logits over the vocabulary and their log-sum-exp.
 *
 * @param logits R × V logits, row-major
 * @param logNormalizers R logarithms of the sums of their exponentials
 * @param vocabularySize V
 */
public record PositionLogits(FloatBuffer logits, FloatBuffer logNormalizers, int vocabularySize) {
  /** Sums of 250,000 probabilities in float16 differ from 1 by less. */
  private static final double SUM_TOLERANCE = 0.05;

  /**
   * Returns the answer at some of the positions.
   *
   * @param from the first row
   * @param to one past the last row
   */
  public PositionLogits rows(int from, int to) {
    return new PositionLogits(
        logits.slice(from * vocabularySize, (to - from) * vocabularySize),
        logNormalizers.slice(from, to - from),
        vocabularySize);
  }

  /**
   * Returns the logit of a token.
   *
   * @param row the asked position, sequence · P + position
   * @param token the token's id
   */
  public double logit(int row, int token) {
    return logits.get(row * vocabularySize + token);
  }

  /**
   * Returns ln Σ exp of the logits of all tokens, in nats.
   *
   * @param row the asked position, sequence · P + position
   */
  public double logNormalizer(int row) {
    return logNormalizers.get(row);
  }

  /**
   * Says whether the numbers of a position are probabilities already: none below 0, and their sum
   * 1. No logits are.
   *
   * @param row the asked position, sequence · P + position
   */
  public boolean isOfProbabilities(int row) {
    return IntStream.range(0, vocabularySize).allMatch(token -> logit(row, token) >= 0)
        && Math.abs(
                IntStream.range(0, vocabularySize).mapToDouble(token -> logit(row, token)).sum()
                    - 1)
            < SUM_TOLERANCE;
  }

  /**
   * Returns log f of a token, in nats.
   *
   * @param row the asked position, sequence · P + position
   * @param token the token's id
   */
  public double logProbability(int row, int token) {
    // At most 0 in exact arithmetic; float32 can exceed it by a rounding where f is almost 1.
    return Math.min(0, logit(row, token) - logNormalizer(row));
  }
}
