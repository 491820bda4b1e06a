package dev.infill.evaluation.answers;

import java.util.List;
import java.util.Optional;

/**
 * What one method answered to one text.
 *
 * @param task the task's id
 * @param corpus the task's corpus
 * @param design how many blanks it has and how they lie
 * @param method the method's name
 * @param answers the filled texts, as the method ranks them
 * @param original the place of the original filling among the answers, from 1; 0 if it is not there
 * @param originalWords at how many blanks some answer has the original word
 * @param differentWords how many different words the answers have at a blank, on average
 * @param logProbability log p of the original filling, in nats; NaN of a method that has no
 *     probability of every filling
 * @param fill how well {@code fill} answered; empty for other methods
 * @param modelPasses sequences through the model
 * @param seconds how long it took
 */
public record AnswerRun(
    String task,
    String corpus,
    BlankDesign design,
    String method,
    List<String> answers,
    int original,
    int originalWords,
    double differentWords,
    double logProbability,
    Optional<FillQuality> fill,
    long modelPasses,
    double seconds) {
  /** Copies the list. */
  public AnswerRun {
    answers = List.copyOf(answers);
  }
}
