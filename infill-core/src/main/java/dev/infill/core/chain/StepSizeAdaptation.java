package dev.infill.core.chain;

import dev.infill.core.kernel.StepSizeKernel;

/**
 * Moves α toward a target acceptance, by stochastic approximation on log α: log αₖ₊₁ = log αₖ + γₖ
 * (acceptance − target) (Robbins &amp; Monro 1951).
 *
 * <p>The gain γ falls with the number of times that the error has changed its sign, not with the
 * number of steps (Kesten 1958). Far from the target the errors have one sign, and α is moved at
 * full gain however long that takes: the acceptance hardly depends on a large α, so that a gain
 * that falls at every step would be used up before α is where it matters. Near the target half of
 * the errors change the sign, and the gains fall as fast as Robbins and Monro ask for: their sum
 * diverges, that of their squares converges.
 */
final class StepSizeAdaptation {
  private static final double FIRST_GAIN = 2;

  /** Above ½ and at most 1, so that Σ k^−decay diverges and the sum of the squares does not. */
  private static final double DECAY = 0.75;

  /** |log α| stays below: where the target is out of reach, α would drift to 0 or ∞. */
  private static final double LARGEST_LOGARITHM = 20;

  private final double target;
  private double lastError;
  private int signChanges;

  StepSizeAdaptation(double target) {
    this.target = target;
  }

  /**
   * Returns the kernel for the next step.
   *
   * @param kernel the kernel of the last step
   * @param acceptance the mean acceptance probability of the last step, in [0, 1]
   */
  StepSizeKernel adapted(StepSizeKernel kernel, double acceptance) {
    double error = acceptance - target;
    if (error * lastError < 0) {
      signChanges++;
    }
    lastError = error;
    double gain = FIRST_GAIN * Math.pow(signChanges + 1.0, -DECAY);
    double logarithm = Math.log(kernel.stepSize()) + gain * error;
    return kernel.withStepSize(
        Math.exp(Math.max(-LARGEST_LOGARITHM, Math.min(LARGEST_LOGARITHM, logarithm))));
  }
}
