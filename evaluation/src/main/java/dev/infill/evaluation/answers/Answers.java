package dev.infill.evaluation.answers;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a method answers.
 *
 * @param fillings for each answer a token for each blank, the best answer first
 * @param logNormalizer the estimate of ln Z that the probabilities of the answers, exp(U/T)/Z, are
 *     made with, in nats; empty where a method tells none
 */
public record Answers(List<List<Integer>> fillings, OptionalDouble logNormalizer) {
  /** Copies the list. */
  public Answers {
    fillings = List.copyOf(fillings);
  }

  /** Returns the answers of a method that tells no probabilities. */
  static Answers of(List<List<Integer>> fillings) {
    return new Answers(fillings, OptionalDouble.empty());
  }
}
