package dev.infill.bert;

import dev.infill.core.energy.Evaluation;

/** Collects one state's evaluation from the model passes that its sequences are spread over. */
final class EvaluationSum {
  private final double[] logProbabilities;
  private final double[][] gradient;
  private double energy;

  /**
   * Starts at zero.
   *
   * @param gradient zeros of the gradient's shape, taken over; empty if none is asked for
   */
  EvaluationSum(int blanks, double[][] gradient) {
    this.logProbabilities = new double[blanks];
    this.gradient = gradient;
  }

  void addTerm(int blank, double logProbability) {
    energy += logProbability;
    logProbabilities[blank] = logProbability;
  }

  void addGradient(int blank, int candidate, double amount) {
    gradient[blank][candidate] += amount;
  }

  Evaluation toEvaluation() {
    return new Evaluation(energy, logProbabilities, gradient);
  }
}
