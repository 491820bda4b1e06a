package dev.infill.core.kernel;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import java.util.Arrays;

/**
 * What is known of the way back of a {@link LangevinProposal}. Its distributions are not kept, as
 * most moves are refused, and they weigh twice as much as the conditionals that they are made of.
 */
final class LangevinReverse implements ReverseDensity {
  private final LangevinProposal proposal;
  private final Move back;

  /** Of every coordinate log qᵢ, or its bound as long as that is not known. */
  private final double[] logUpperBounds;

  LangevinReverse(LangevinProposal proposal, Move back) {
    this.proposal = proposal;
    this.back = back;
    this.logUpperBounds = new double[back.from().size()];
    Arrays.setAll(
        logUpperBounds, i -> logUpperBound(proposal, i, back.from().get(i), back.to().get(i)));
  }

  /**
   * Returns what hᵢ(θ′ᵢ) + log qᵢ(θᵢ|θ′) cannot exceed, whatever the conditional hᵢ at θ′ is, less
   * the upper bound of hᵢ.
   *
   * <p>qᵢ(θᵢ|θ′) ≤ g(exp Δ) exp(−‖x(θᵢ) − x(θ′ᵢ)‖² / (2 α gᵢ²)) / g(1), as its normalizer holds the
   * weight g(1) of not moving; and log g(exp Δ) ≤ max(Δ, 0) for every balancing function here.
   * Where coordinates are one-hot vectors, Δ = hᵢ(θᵢ) − hᵢ(θ′ᵢ), so that hᵢ(θ′ᵢ) + max(Δ, 0) is one
   * of the two terms.
   */
  private static double logUpperBound(LangevinProposal proposal, int i, int from, int to) {
    Domain domain = proposal.domains().get(i);
    return from != to && domain instanceof Categorical
        ? Math.min(
            0,
            -domain.squaredDistance(from, to) / proposal.twiceVariance(i)
                - proposal.balancing().logWeight(0))
        : 0;
  }

  @Override
  public void learn(int coordinate, Conditional conditional) {
    Domain domain = proposal.domains().get(coordinate);
    int from = back.from().get(coordinate);
    logUpperBounds[coordinate] =
        proposal
            .coordinate(
                coordinate,
                to -> conditional.firstOrderDifference(domain, from, to),
                to -> domain.squaredDistance(from, to))
            .logProbability(back.to().get(coordinate));
  }

  @Override
  public double logUpperBound() {
    // In the order of the coordinates, as a distribution that is known sums up.
    double sum = 0;
    for (double logProbability : logUpperBounds) {
      sum += logProbability;
    }
    return sum;
  }
}
