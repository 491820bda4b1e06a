package dev.infill.evaluation.lab.continuous;

import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.PersistentUniform;
import java.util.random.RandomGenerator;

/**
 * Hamiltonian Monte Carlo with partly persistent momentum (Duane et al. 1987; Horowitz 1991):
 *
 * <ol>
 *   <li>p ← α p + √(1 − α²) n, n ~ N(0, I);
 *   <li>L leapfrog steps of size ε from (x, p), then p ← −p; accepted with probability min(1, π(x*)
 *       φ(p*) / (π(x) φ(p)));
 *   <li>p ← −p, so that the chain goes on where it was going after an acceptance, and turns back
 *       after a refusal.
 * </ol>
 *
 * <p>α = 0 draws p again: HMC. L = 1 and α = 0 is Langevin Monte Carlo, L = 1 and α near 1 Langevin
 * with persistent momentum. Leapfrog steps are reversible and keep volumes whatever function stands
 * for the gradient, so that π is left invariant for every {@link Density#gradient}.
 *
 * @param density π
 * @param stepSize ε, positive
 * @param leapfrogSteps L, at least 1
 * @param persistence α, in [0, 1)
 * @param acceptance where the uniform numbers come from
 */
public record HamiltonianMonteCarlo(
    Density density,
    double stepSize,
    int leapfrogSteps,
    double persistence,
    AcceptanceRule acceptance)
    implements ContinuousKernel {
  /** Checks the ranges. */
  public HamiltonianMonteCarlo {
    if (!(stepSize > 0 && Double.isFinite(stepSize))) {
      throw new IllegalArgumentException(
          "a step size must be positive and finite, not " + stepSize);
    }
    if (leapfrogSteps < 1 || !(persistence >= 0 && persistence < 1)) {
      throw new IllegalArgumentException(
          "%d leapfrog steps, persistence %s".formatted(leapfrogSteps, persistence));
    }
  }

  /**
   * Returns Langevin Monte Carlo: one leapfrog step with a momentum of its own.
   *
   * @param density π
   * @param stepSize ε, positive
   * @param acceptance where the uniform numbers come from
   */
  public static HamiltonianMonteCarlo langevin(
      Density density, double stepSize, AcceptanceRule acceptance) {
    return new HamiltonianMonteCarlo(density, stepSize, 1, 0, acceptance);
  }

  @Override
  public int evaluationsPerStep() {
    return leapfrogSteps;
  }

  @Override
  public ContinuousState init(double[] position, RandomGenerator random) {
    double[] momentum = new double[density.dimension()];
    for (int i = 0; i < momentum.length; i++) {
      momentum[i] = random.nextGaussian();
    }
    return ContinuousState.of(density, position, momentum, PersistentUniform.draw(random));
  }

  @Override
  public ContinuousStep step(ContinuousState state, RandomGenerator random) {
    double[] momentum = refreshed(state.momentum(), random);
    double[] position = state.position();
    double[] moved = momentum.clone();
    double[] gradient = state.gradient();
    for (int step = 0; step < leapfrogSteps; step++) {
      add(stepSize / 2, gradient, moved);
      add(stepSize, moved, position);
      gradient = density.gradient(position);
      add(stepSize / 2, gradient, moved);
    }
    ContinuousState proposed =
        ContinuousState.of(density, position, moved, state.uniform(), gradient);
    double logRatio =
        proposed.logDensity() - state.logDensity() + (square(momentum) - square(moved)) / 2;
    return ContinuousStep.decided(
        proposed, state.withMomentum(negated(momentum)), logRatio, acceptance, random);
  }

  private double[] refreshed(double[] momentum, RandomGenerator random) {
    double fresh = Math.sqrt(1 - persistence * persistence);
    for (int i = 0; i < momentum.length; i++) {
      momentum[i] = persistence * momentum[i] + fresh * random.nextGaussian();
    }
    return momentum;
  }

  private static void add(double factor, double[] vector, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += factor * vector[i];
    }
  }

  private static double[] negated(double[] vector) {
    double[] negated = new double[vector.length];
    for (int i = 0; i < negated.length; i++) {
      negated[i] = -vector[i];
    }
    return negated;
  }

  private static double square(double[] vector) {
    double sum = 0;
    for (double each : vector) {
      sum += each * each;
    }
    return sum;
  }
}
