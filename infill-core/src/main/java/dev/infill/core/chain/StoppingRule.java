package dev.infill.core.chain;

/** Says when chains have made enough steps; asked before every step. */
@FunctionalInterface
public interface StoppingRule {
  /**
   * Says whether the run ends here. A rule that is met is met as well after more steps or passes.
   *
   * @param steps the steps that every chain has made
   * @param modelPasses sequences through the model that all chains together have cost
   */
  boolean isMet(int steps, long modelPasses);

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
