package dev.infill.evaluation.answers;

import java.util.List;

/**
 * What one method answered to one text.
 *
 * @param task the task's id
 * @param corpus the task's corpus
 * @param design how many blanks it has and how they lie
 * @param method the method's name
 * @param answers the filled texts, as the method ranks them
 * @param energies U of each, in nats
 * @param original the place of the original filling among the answers, from 1; 0 if it is not there
 * @param originalWords at how many blanks some answer has the original word
 * @param differentWords how many different words the answers have at a blank, on average
 * @param blanks how many blanks there are
 * @param selfBleu self-BLEU pooled over the answers, from 0 to 100; NaN of a single one
 * @param logNormalizer the estimate of ln Z that goes with the answers' probabilities, in nats; NaN
 *     of a method that tells none
 * @param modelPasses sequences through the model
 * @param seconds how long it took
 */
public record AnswerRun(
    String task,
    String corpus,
    BlankDesign design,
    String method,
    List<String> answers,
    List<Double> energies,
    int original,
    int originalWords,
    double differentWords,
    int blanks,
    double selfBleu,
    double logNormalizer,
    long modelPasses,
    double seconds) {
  /** Copies the lists. */
  public AnswerRun {
    answers = List.copyOf(answers);
    energies = List.copyOf(energies);
  }

  /** Returns the highest U of the answers; NaN if there is none. */
  double bestEnergy() {
    return energies.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /** Returns the mean U of the answers; NaN if there is none. */
  double meanEnergy() {
    return energies.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }
}
