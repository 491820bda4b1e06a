package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The discrete Langevin proposal (Zhang, Liu &amp; Liu 2022, eq. 2; one-hot vectors App. B;
 * preconditioner App. H): independently for every coordinate
 *
 * <p>qᵢ(v|θ) ∝ exp(log g(exp Δᵢ(v)) − ‖x(v) − x(θᵢ)‖² / (2 α gᵢ²)), with Δᵢ(v) = ∇U(θ)ᵢ · (x(v) −
 * x(θᵢ)).
 *
 * <p>With g = √t this is the normal density around θ + (α/2) ∇U(θ), of variance α, restricted to Θ
 * (eq. 1). The preconditioner enters squared, as App. H derives it; §6 of the paper leaves out the
 * square. It scales the distance only: Δ does not depend on the unit that x is measured in.
 *
 * <p>Where the gradient was taken at a continuous intermediate θᶜ ({@link
 * Evaluation#gradientPoint()}), θᶜᵢ stands in place of x(θᵢ): with g = √t that is cDLS, eq. 10.
 *
 * @param domains Θ₁ … Θ_m
 * @param gradient the gradient that Δ is made of
 * @param balancing g
 * @param stepSize α, positive and finite
 * @param scales gᵢ, one positive number per coordinate
 */
record LangevinProposal(
    List<Domain> domains,
    GradientKind gradient,
    BalancingFunction balancing,
    double stepSize,
    List<Double> scales)
    implements Proposal {
  /** Checks numbers. */
  LangevinProposal {
    requireStepSize(stepSize);
    if (scales.size() != domains.size()) {
      throw new IllegalArgumentException(
          "a preconditioner of %d numbers for %d coordinates"
              .formatted(scales.size(), domains.size()));
    }
    for (double scale : scales) {
      double variance = stepSize * scale * scale;
      if (!(scale > 0 && variance > 0 && Double.isFinite(variance))) {
        throw new IllegalArgumentException(
            "a preconditioner must be positive and α g² finite, not g = " + scale);
      }
    }
  }

  /** Refuses an α that is none. */
  static void requireStepSize(double stepSize) {
    if (!(stepSize > 0 && Double.isFinite(stepSize))) {
      throw new IllegalArgumentException(
          "a step size must be positive and finite, not " + stepSize);
    }
  }

  /** Returns the proposal with gᵢ = 1. */
  static LangevinProposal of(
      List<Domain> domains, GradientKind gradient, BalancingFunction balancing, double stepSize) {
    List<Double> ones = Collections.nCopies(domains.size(), 1.0);
    return new LangevinProposal(List.copyOf(domains), gradient, balancing, stepSize, ones);
  }

  LangevinProposal withStepSize(double changed) {
    return new LangevinProposal(domains, gradient, balancing, changed, scales);
  }

  LangevinProposal withPreconditioner(double[] changed) {
    List<Double> boxed = DoubleStream.of(changed).boxed().toList();
    return new LangevinProposal(domains, gradient, balancing, stepSize, boxed);
  }

  @Override
  public ProposalDistribution at(State state, Evaluation evaluation) {
    List<CategoricalDistribution> coordinates =
        IntStream.range(0, domains.size())
            .mapToObj(i -> coordinate(i, state.get(i), evaluation))
            .toList();
    return new Factorized(this, state, coordinates);
  }

  private CategoricalDistribution coordinate(int i, int from, Evaluation evaluation) {
    Domain domain = domains.get(i);
    Optional<SparseVector> between = evaluation.gradientPoint().map(point -> point.get(i));
    if (between.isEmpty()) {
      return coordinate(
          i,
          to -> evaluation.firstOrderDifference(domain, i, from, to),
          to -> domain.squaredDistance(from, to));
    }
    SparseVector point = between.get();
    return coordinate(
        i,
        to -> evaluation.firstOrderDifference(domain, i, point, to),
        to -> domain.squaredDistance(to, point));
  }

  @Override
  public ReverseDensity before(Move back) {
    return new LangevinReverse(this, back);
  }

  /**
   * Returns qᵢ(·|θ).
   *
   * @param difference Δᵢ(v), v being the value at an index
   * @param squaredDistance ‖x(v) − x(θᵢ)‖²
   */
  CategoricalDistribution coordinate(
      int i, IntToDoubleFunction difference, IntToDoubleFunction squaredDistance) {
    double twiceVariance = twiceVariance(i);
    double[] logWeights = new double[domains.get(i).size()];
    for (int k = 0; k < logWeights.length; k++) {
      logWeights[k] =
          balancing.logWeight(difference.applyAsDouble(k))
              - squaredDistance.applyAsDouble(k) / twiceVariance;
    }
    return CategoricalDistribution.ofLogWeights(logWeights);
  }

  /** Returns 2 α gᵢ². */
  double twiceVariance(int i) {
    return 2 * stepSize * scales.get(i) * scales.get(i);
  }

  /** q(·|θ) = Πᵢ qᵢ(·|θ). */
  private record Factorized(
      LangevinProposal proposal, State state, List<CategoricalDistribution> coordinates)
      implements ProposalDistribution {
    @Override
    public Move draw(RandomGenerator random) {
      int[] to = new int[coordinates.size()];
      for (int i = 0; i < to.length; i++) {
        to[i] = coordinates.get(i).sample(random);
      }
      return new Move(state, State.of(to), List.of());
    }

    @Override
    public double logProbability(Move move) {
      double sum = 0;
      for (int i = 0; i < coordinates.size(); i++) {
        sum += coordinates.get(i).logProbability(move.to().get(i));
      }
      return sum;
    }
  }
}
