package dev.infill.evaluation.answers;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The answers of a method to a text.
 *
 * @param fillings for each answer a token for each blank, the best answer first
 * @param logProbability gives log p of any filling, in nats, after normalisation over all fillings
 *     of the text's words; NaN where the method does not know it. It may take model passes
 * @param fill how sure {@code fill} was; empty for other methods
 */
public record Answers(
    List<List<Integer>> fillings,
    ToDoubleFunction<List<Integer>> logProbability,
    Optional<AnswerRun.Certainty> fill) {
  /** Copies the list. */
  public Answers {
    fillings = List.copyOf(fillings);
  }

  /** Returns the different words of the answers at a blank. */
  Set<Integer> wordsAt(int blank) {
    return fillings.stream().map(filling -> filling.get(blank)).collect(Collectors.toSet());
  }

  /** Returns the answers of a method that has no probability of every filling. */
  static Answers of(List<List<Integer>> fillings) {
    return of(fillings, filling -> Double.NaN);
  }

  /** Returns the answers of a method that has a probability of every filling. */
  static Answers of(List<List<Integer>> fillings, ToDoubleFunction<List<Integer>> logProbability) {
    return new Answers(fillings, logProbability, Optional.empty());
  }
}
