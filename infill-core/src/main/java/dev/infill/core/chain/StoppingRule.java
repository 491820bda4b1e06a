package dev.infill.core.chain;

/** Says when chains have made enough steps. */
@FunctionalInterface
public interface StoppingRule {
  /**
   * Says ahead of time whether the run may end after some steps. No chain goes beyond these before
   * all have made them.
   *
   * @param steps the number of steps that every chain has made
   * @param modelPasses the sequences through the model that all chains together have cost
   */
  boolean isMet(int steps, long modelPasses);

  /**
   * Says whether the run ends after some steps, once all chains have made them. By default it ends
   * as soon as it may.
   *
   * @param steps as above
   * @param modelPasses as above
   */
  default boolean isEnd(int steps, long modelPasses) {
    return isMet(steps, modelPasses);
  }

  /**
   * Returns the expected number of steps, for progress.
   *
   * @param made the number of steps that all chains have made
   * @param most the number of the run's settings
   * @return at least {@code made}
   */
  default int expected(int made, int most) {
    return Math.max(made, most);
  }

  /**
   * Ends a run after a number of steps.
   *
   * @param steps at least 1
   */
  static StoppingRule afterSteps(int steps) {
    return (made, modelPasses) -> made >= steps;
  }

  /**
   * Ends a run when it has both made a number of steps and cost a number of model passes. A run
   * whose steps cost nothing ends after a largest number of steps.
   *
   * @param steps at least 1
   * @param modelPasses of all chains together
   * @param mostSteps at least {@code steps}
   */
  static StoppingRule afterStepsAndPasses(int steps, long modelPasses, int mostSteps) {
    return (made, passes) -> made >= mostSteps || (made >= steps && passes >= modelPasses);
  }
}
