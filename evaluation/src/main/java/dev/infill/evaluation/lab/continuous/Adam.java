package dev.infill.evaluation.lab.continuous;

/**
 * Adam (Kingma &amp; Ba 2015), with the decays of the paper: follows a gradient upward, every
 * parameter at a pace of its own. Not thread-safe.
 */
public final class Adam {
  private static final double FIRST_MOMENT_DECAY = 0.9;
  private static final double SECOND_MOMENT_DECAY = 0.999;
  private static final double TINY = 1e-8;

  private final double learningRate;
  private final double[] firstMoments;
  private final double[] secondMoments;
  private double firstMissing = 1;
  private double secondMissing = 1;

  /**
   * Creates the state of an optimisation that has not begun.
   *
   * @param parameters how many there are
   * @param learningRate about how far a parameter goes in a step, positive
   */
  public Adam(int parameters, double learningRate) {
    this.learningRate = learningRate;
    this.firstMoments = new double[parameters];
    this.secondMoments = new double[parameters];
  }

  /**
   * Makes a step.
   *
   * @param parameters where they are; changed
   * @param gradient the direction in which the objective grows, of the same length
   */
  public void ascend(double[] parameters, double[] gradient) {
    firstMissing *= FIRST_MOMENT_DECAY;
    secondMissing *= SECOND_MOMENT_DECAY;
    for (int k = 0; k < firstMoments.length; k++) {
      firstMoments[k] += (1 - FIRST_MOMENT_DECAY) * (gradient[k] - firstMoments[k]);
      secondMoments[k] +=
          (1 - SECOND_MOMENT_DECAY) * (gradient[k] * gradient[k] - secondMoments[k]);
      parameters[k] +=
          learningRate
              * (firstMoments[k] / (1 - firstMissing))
              / (Math.sqrt(secondMoments[k] / (1 - secondMissing)) + TINY);
    }
  }
}
