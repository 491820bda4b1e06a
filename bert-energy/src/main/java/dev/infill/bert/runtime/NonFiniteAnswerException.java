package dev.infill.bert.runtime;

/**
 * A model computed what is no finite number: its weights are damaged, or so large that its
 * precision has no numbers for what comes of them.
 */
public final class NonFiniteAnswerException extends RuntimeFailureException {
  NonFiniteAnswerException() {
    super(
        "the model's answer is no finite number (NaN or infinite): its weights are damaged, or too"
            + " large for the precision in which it runs");
  }
}
