package dev.infill.core.chain;

import dev.infill.core.kernel.DiscreteLangevin;

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
  private DiscreteLangevin kernel;
  private double lastError;
  private int signChanges;

  /**
   * Begins with the step size of a kernel.
   *
   * @param kernel an exact one
   * @param target the mean acceptance that is wanted, in (0, 1)
   */
  StepSizeAdaptation(DiscreteLangevin kernel, double target) {
    this.kernel = kernel.decidingEarly(false);
    this.target = target;
  }

  /** Returns the kernel of the next step of burn-in, which tells how likely moves are accepted. */
  DiscreteLangevin inBurnIn() {
    return kernel;
  }

  /** Returns the kernel of all that follows. */
  DiscreteLangevin frozen() {
    return kernel.decidingEarly(true);
  }

  /**
   * Takes note of a step.
   *
   * @param acceptance the mean acceptance probability of the step, in [0, 1]
   */
  void learn(double acceptance) {
    double error = acceptance - target;
    if (error * lastError < 0) {
      signChanges++;
    }
    lastError = error;
    double gain = FIRST_GAIN * Math.pow(signChanges + 1.0, -DECAY);
    double logarithm = Math.log(kernel.stepSize().orElseThrow()) + gain * error;
    kernel =
        kernel.withStepSize(
            Math.exp(Math.max(-LARGEST_LOGARITHM, Math.min(LARGEST_LOGARITHM, logarithm))));
  }
}
