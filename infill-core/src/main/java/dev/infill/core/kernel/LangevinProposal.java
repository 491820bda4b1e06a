package dev.infill.core.kernel;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

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
 * <p>A window restricts v to the neighbours of θᵢ (App. C), so that domains may be as large as
 * integers are.
 */
final class LangevinProposal implements Proposal {
  private final List<Domain> domains;
  private final GradientKind gradient;
  private final BalancingFunction balancing;
  private final double stepSize;
  private final double[] preconditioner;

  /** How far an index may be from that of θᵢ. */
  private final int window;

  private LangevinProposal(
      List<Domain> domains,
      GradientKind gradient,
      BalancingFunction balancing,
      double stepSize,
      double[] preconditioner,
      int window) {
    if (!(stepSize > 0 && Double.isFinite(stepSize))) {
      throw new IllegalArgumentException(
          "a step size must be positive and finite, not " + stepSize);
    }
    if (preconditioner.length != domains.size()) {
      throw new IllegalArgumentException(
          "a preconditioner of "
              + preconditioner.length
              + " numbers for "
              + domains.size()
              + " coordinates");
    }
    for (double scale : preconditioner) {
      double variance = stepSize * scale * scale;
      if (!(scale > 0 && variance > 0 && Double.isFinite(variance))) {
        throw new IllegalArgumentException(
            "a preconditioner must be positive and α g² finite, not g = " + scale);
      }
    }
    this.domains = domains;
    this.gradient = gradient;
    this.balancing = balancing;
    this.stepSize = stepSize;
    this.preconditioner = preconditioner;
    this.window = window;
  }

  /** Returns the proposal with gᵢ = 1. */
  static LangevinProposal of(
      List<Domain> domains, GradientKind gradient, BalancingFunction balancing, double stepSize) {
    double[] ones = new double[domains.size()];
    Arrays.fill(ones, 1);
    return new LangevinProposal(
        List.copyOf(domains), gradient, balancing, stepSize, ones, Integer.MAX_VALUE);
  }

  LangevinProposal withStepSize(double changed) {
    return new LangevinProposal(domains, gradient, balancing, changed, preconditioner, window);
  }

  LangevinProposal withPreconditioner(double[] changed) {
    return new LangevinProposal(domains, gradient, balancing, stepSize, changed.clone(), window);
  }

  /** Returns the proposal that goes no further than some neighbours to either side (App. C). */
  LangevinProposal withWindow(int changed) {
    if (changed < 1) {
      throw new IllegalArgumentException("a window reaches at least 1 value, not " + changed);
    }
    if (!domains.stream().allMatch(Ordinal.class::isInstance)) {
      throw new IllegalArgumentException("only numbers have neighbours, categories have none");
    }
    return new LangevinProposal(domains, gradient, balancing, stepSize, preconditioner, changed);
  }

  double stepSize() {
    return stepSize;
  }

  @Override
  public GradientKind gradient() {
    return gradient;
  }

  @Override
  public ProposalDistribution at(State state, Evaluation evaluation) {
    List<CategoricalDistribution> coordinates = new ArrayList<>(domains.size());
    for (int i = 0; i < domains.size(); i++) {
      int coordinate = i;
      int from = state.get(i);
      Domain domain = domains.get(i);
      coordinates.add(
          evaluation
              .gradientPoint()
              .map(point -> point.get(coordinate))
              .map(
                  point ->
                      coordinate(
                          coordinate,
                          from,
                          to -> evaluation.firstOrderDifference(domain, coordinate, point, to),
                          to -> domain.squaredDistance(to, point)))
              .orElseGet(
                  () ->
                      coordinate(
                          coordinate,
                          from,
                          to -> evaluation.firstOrderDifference(domain, coordinate, from, to),
                          to -> domain.squaredDistance(from, to))));
    }
    return new Factorized(this, state, coordinates);
  }

  @Override
  public ReverseDensity before(Move back) {
    return new Partial(this, back);
  }

  /**
   * Returns qᵢ(·|θ) over the indices of the window, from {@link #first} on.
   *
   * @param difference Δᵢ(v), v being the value at an index
   * @param squaredDistance ‖x(v) − x(θᵢ)‖²
   */
  private CategoricalDistribution coordinate(
      int i, int from, IntToDoubleFunction difference, IntToDoubleFunction squaredDistance) {
    double twiceVariance = twiceVariance(i);
    int first = first(from);
    double[] logWeights =
        new double[(int) Math.min(domains.get(i).size(), (long) from + window + 1) - first];
    for (int k = 0; k < logWeights.length; k++) {
      logWeights[k] =
          balancing.logWeight(difference.applyAsDouble(first + k))
              - squaredDistance.applyAsDouble(first + k) / twiceVariance;
    }
    return CategoricalDistribution.ofLogWeights(logWeights);
  }

  /** Returns the smallest index that can be proposed. */
  private int first(int from) {
    return Math.max(0, from - window);
  }

  /** Returns 2 α gᵢ². */
  private double twiceVariance(int i) {
    return 2 * stepSize * preconditioner[i] * preconditioner[i];
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
  private double logUpperBound(int i, int from, int to) {
    return from != to && domains.get(i) instanceof Categorical
        ? Math.min(
            0,
            -domains.get(i).squaredDistance(from, to) / twiceVariance(i) - balancing.logWeight(0))
        : 0;
  }

  /**
   * What is known of the way back. Its distributions are not kept, as most moves are refused, and
   * they weigh twice as much as the conditionals that they are made of.
   */
  private static final class Partial implements ReverseDensity {
    private final LangevinProposal proposal;
    private final Move back;

    /** Of every coordinate log qᵢ, or its bound as long as that is not known. */
    private final double[] logUpperBounds;

    Partial(LangevinProposal proposal, Move back) {
      this.proposal = proposal;
      this.back = back;
      this.logUpperBounds = new double[back.from().size()];
      Arrays.setAll(
          logUpperBounds, i -> proposal.logUpperBound(i, back.from().get(i), back.to().get(i)));
    }

    @Override
    public void learn(int coordinate, Conditional conditional) {
      Domain domain = proposal.domains.get(coordinate);
      int from = back.from().get(coordinate);
      CategoricalDistribution learned =
          proposal.coordinate(
              coordinate,
              from,
              to -> conditional.firstOrderDifference(domain, from, to),
              to -> domain.squaredDistance(from, to));
      // Terms are those of categories, which have no window.
      logUpperBounds[coordinate] = learned.logProbability(back.to().get(coordinate));
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

  /** q(·|θ) = Πᵢ qᵢ(·|θ). */
  private record Factorized(
      LangevinProposal proposal, State state, List<CategoricalDistribution> coordinates)
      implements ProposalDistribution {
    @Override
    public Move draw(RandomGenerator random) {
      int[] to = new int[coordinates.size()];
      for (int i = 0; i < to.length; i++) {
        to[i] = proposal.first(state.get(i)) + coordinates.get(i).sample(random);
      }
      return new Move(state, State.of(to), List.of());
    }

    @Override
    public double logProbability(Move move) {
      double sum = 0;
      for (int i = 0; i < coordinates.size(); i++) {
        CategoricalDistribution values = coordinates.get(i);
        int index = move.to().get(i) - proposal.first(state.get(i));
        sum +=
            index < 0 || index >= values.size()
                ? Double.NEGATIVE_INFINITY
                : values.logProbability(index);
      }
      return sum;
    }
  }
}
