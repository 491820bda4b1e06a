package dev.infill.evaluation.lab.continuous;

import dev.infill.core.kernel.AcceptanceRule;

/**
 * A method on real vectors with its sizes.
 *
 * @param name what it is called
 * @param stepSize ε, or the scale of a random walk
 * @param leapfrogSteps L; 0 is a random walk
 * @param persistence α of the momentum
 * @param delta δ of the uniform number, 0 for one that is drawn anew
 */
public record ContinuousMethod(
    String name, double stepSize, int leapfrogSteps, double persistence, double delta) {
  /**
   * Returns the kernel of a density.
   *
   * @param target the density
   * @param scale by what ε is multiplied
   */
  public ContinuousKernel kernel(Density target, double scale) {
    AcceptanceRule rule =
        delta > 0 ? AcceptanceRule.nonReversible(delta) : AcceptanceRule.REVERSIBLE;
    return leapfrogSteps == 0
        ? new RandomWalkMetropolis(target, scale * stepSize, rule)
        : new HamiltonianMonteCarlo(target, scale * stepSize, leapfrogSteps, persistence, rule);
  }
}
