package dev.infill.core.chain;

import dev.infill.core.kernel.DiscreteLangevin;
import java.util.List;

/**
 * Moves α toward a target acceptance, by stochastic approximation on log α: log αₖ₊₁ = log αₖ + γₖ
 * (acceptance − target) (Robbins &amp; Monro 1951).
 *
 * <p>The gain γ falls with the number of sign changes of the error, not with the number of steps
 * (Kesten 1958). Far from the target the errors have one sign, and α moves at full gain: the
 * acceptance hardly depends on a large α, and a gain that falls at every step would be used up too
 * early. Near the target half of the errors change the sign, and the gains fall as Robbins and
 * Monro ask: their sum diverges, and the sum of their squares converges.
 */
final class StepSizeAdaptation {
  private static final double FIRST_GAIN = 2;

  /** Above ½ and at most 1, so that Σ k^−decay diverges and the sum of the squares does not. */
  private static final double DECAY = 0.75;

  /** The bound of |log α|: α would drift to 0 or ∞ if the target is out of reach. */
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

  /** Returns the kernel of the next step of burn-in, which tells acceptance probabilities. */
  DiscreteLangevin inBurnIn() {
    return kernel;
  }

  /** Returns the kernel after burn-in. */
  DiscreteLangevin frozen() {
    return kernel.decidingEarly(true);
  }

  /**
   * Takes note of a step.
   *
   * @param made a visit of each chain
   */
  void learn(List<Visit> made) {
    learn(
        made.stream()
            .mapToDouble(visit -> visit.info().acceptanceProbability())
            .average()
            .orElseThrow());
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
