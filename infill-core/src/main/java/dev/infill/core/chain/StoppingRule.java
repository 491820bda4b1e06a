package dev.infill.core.chain;

/** Says when chains have made enough steps; asked before every step. */
@FunctionalInterface
public interface StoppingRule {
  /**
   * Says whether the run may end here, which is asked ahead of time: no chain goes on beyond before
   * all have come so far.
   *
   * @param steps the steps that every chain has made
   * @param modelPasses sequences through the model that all chains together have cost
   */
  boolean isMet(int steps, long modelPasses);

  /**
   * Says whether the run ends here, which is asked after every step that all chains have made. By
   * default it does where it may.
   *
   * @param steps as above
   * @param modelPasses as above
   */
  default boolean isEnd(int steps, long modelPasses) {
    return isMet(steps, modelPasses);
  }

  /**
   * Returns how many steps there will be, as far as can be told: what progress is measured by.
   *
   * @param made how many all chains have made
   * @param most the number of the run's settings
   * @return no fewer than were made
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
   * Ends a run when it has both made a number of steps and cost a number of model passes, so that
   * it can be looked at when it had done either. A run whose steps cost nothing (every proposal is
   * the state itself) ends after a largest number of steps.
   *
   * @param steps at least 1
   * @param modelPasses of all chains together
   * @param mostSteps at least {@code steps}
   */
  static StoppingRule afterStepsAndPasses(int steps, long modelPasses, int mostSteps) {
    return (made, passes) -> made >= mostSteps || (made >= steps && passes >= modelPasses);
  }
}
