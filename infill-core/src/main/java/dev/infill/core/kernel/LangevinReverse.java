package dev.infill.core.kernel;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Target;
import java.util.Arrays;

/**
 * What is known of the way back of a {@link DiscreteLangevin}. Its distributions are not kept, as
 * most moves are refused, and they weigh twice as much as the conditionals that they are made of.
 */
final class LangevinReverse implements ReverseDensity {
  private final DiscreteLangevin kernel;
  private final Target target;
  private final Move back;

  /** Of every coordinate log qᵢ, or its bound as long as that is not known. */
  private final double[] logUpperBounds;

  LangevinReverse(DiscreteLangevin kernel, Target target, Move back) {
    this.kernel = kernel;
    this.target = target;
    this.back = back;
    this.logUpperBounds = new double[back.from().size()];
    Arrays.setAll(logUpperBounds, i -> bound(target.domains().get(i), i));
  }

  /**
   * Returns what (hᵢ(θ′ᵢ) less its upper bound)/T + log qᵢ(θᵢ|θ′) cannot exceed, whatever the
   * conditional hᵢ at θ′ is.
   *
   * <p>qᵢ(θᵢ|θ′) ≤ g(exp Δ) exp(−‖x(θᵢ) − x(θ′ᵢ)‖² / (2 α gᵢ²)) / g(1), as its normalizer holds the
   * weight g(1) of not moving; and log g(exp Δ) ≤ max(Δ, 0) for every balancing function here.
   * Where coordinates are one-hot vectors, Δ = (hᵢ(θᵢ) − hᵢ(θ′ᵢ))/T, so that hᵢ(θ′ᵢ)/T + max(Δ, 0)
   * is one of the two terms.
   */
  private double bound(Domain domain, int i) {
    int from = back.from().get(i);
    int to = back.to().get(i);
    return from != to && domain instanceof Categorical
        ? Math.min(
            0,
            -domain.squaredDistance(from, to) / kernel.twiceVariance(i)
                - kernel.balancing().logWeight(0))
        : 0;
  }

  @Override
  public void learn(int i, Conditional conditional) {
    Domain domain = target.domains().get(i);
    int from = back.from().get(i);
    logUpperBounds[i] =
        kernel
            .coordinate(
                domain,
                i,
                to -> (conditional.term(to) - conditional.term(from)) / target.temperature(),
                to -> domain.squaredDistance(from, to))
            .logProbability(back.to().get(i));
  }

  @Override
  public double logUpperBound() {
    // In the order of the coordinates, as a distribution that is known sums up.
    return Arrays.stream(logUpperBounds).reduce(0, Double::sum);
  }
}
