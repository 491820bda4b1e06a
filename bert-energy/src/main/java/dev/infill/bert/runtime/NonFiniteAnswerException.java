package dev.infill.bert.runtime;

/**
 * A model computed a number that is not finite: its weights are damaged, or too large for its
 * precision.
 */
public final class NonFiniteAnswerException extends RuntimeFailureException {
  NonFiniteAnswerException() {
    super(
        "the model's answer is no finite number (NaN or infinite): its weights are damaged, or too"
            + " large for the precision in which it runs");
  }
}
