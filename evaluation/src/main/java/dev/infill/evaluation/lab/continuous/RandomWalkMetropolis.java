package dev.infill.evaluation.lab.continuous;

import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.PersistentUniform;
import java.util.random.RandomGenerator;

/**
 * Random-walk Metropolis: x* ~ N(x, s² I), accepted with probability min(1, π(x*)/π(x)).
 *
 * @param density π
 * @param scale s, positive
 * @param acceptance where the uniform numbers come from
 */
public record RandomWalkMetropolis(Density density, double scale, AcceptanceRule acceptance)
    implements ContinuousKernel {
  /** Checks the scale. */
  public RandomWalkMetropolis {
    if (!(scale > 0 && Double.isFinite(scale))) {
      throw new IllegalArgumentException("a scale must be positive and finite, not " + scale);
    }
  }

  @Override
  public int evaluationsPerStep() {
    return 1;
  }

  @Override
  public ContinuousState init(double[] position, RandomGenerator random) {
    return ContinuousState.of(
        density, position, new double[density.dimension()], PersistentUniform.draw(random));
  }

  @Override
  public ContinuousStep step(ContinuousState state, RandomGenerator random) {
    double[] position = state.position();
    for (int i = 0; i < position.length; i++) {
      position[i] += scale * random.nextGaussian();
    }
    ContinuousState proposed =
        ContinuousState.of(density, position, state.momentum(), state.uniform());
    return ContinuousStep.decided(
        proposed, state, proposed.logDensity() - state.logDensity(), acceptance, random);
  }
}
