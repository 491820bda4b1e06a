package dev.infill.evaluation.answers;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The answers of one method to one text.
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
 * @param fill how sure {@code fill} was; empty for other methods
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
    Optional<Certainty> fill,
    long modelPasses,
    double seconds) {
  /** Copies the list. */
  public AnswerRun {
    answers = List.copyOf(answers);
  }

  /**
   * How sure {@code fill} was of one text.
   *
   * @param reliable whether its probabilities are exact, or right to about 5 % of their size
   * @param certainAfter after how many model passes its list was certainly that of the most
   *     probable fillings; empty where it was not at the end
   */
  public record Certainty(boolean reliable, OptionalLong certainAfter) {
    /** Returns the passes to a certain list; infinite where it never was one. */
    double passes() {
      return certainAfter.isPresent() ? certainAfter.getAsLong() : Double.POSITIVE_INFINITY;
    }
  }
}
