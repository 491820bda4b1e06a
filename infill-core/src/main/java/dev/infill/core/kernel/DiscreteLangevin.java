package dev.infill.core.kernel;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The discrete Langevin samplers (Zhang, Liu &amp; Liu 2022, Algorithm 1). Every coordinate is
 * proposed at once, independently (eq. 2; one-hot vectors App. B; preconditioner App. H):
 *
 * <p>qᵢ(v|θ) ∝ exp(log g(exp Δᵢ(v)) − ‖x(v) − x(θᵢ)‖² / (2 α gᵢ²)), with Δᵢ(v) = ∇U(θ)ᵢ · (x(v) −
 * x(θᵢ))/T.
 *
 * <p>With g = √t this is the normal density around θ + (α/2) ∇U(θ), of variance α, restricted to Θ
 * (eq. 1). The preconditioner enters squared, as App. H derives it; §6 of the paper leaves out the
 * square. It scales the distance only: Δ does not depend on the unit of x.
 *
 * <ul>
 *   <li>DMALA accepts or refuses the whole proposal by Metropolis–Hastings (eq. 3). It leaves π
 *       invariant for every balancing function, step size, preconditioner and gradient kind.
 *   <li>DULA always accepts. Its stationary distribution is not π; for log-quadratic π and {@link
 *       BalancingFunction#SQUARE_ROOT} the difference vanishes as α → 0, like exp(−1/(2α)) (Theorem
 *       5.1). It does not move to a state of U = −∞.
 *   <li>cDMALA and cDULA take the gradient at a continuous intermediate θᶜ, which stands in place
 *       of x(θᵢ) (cDLS, Algorithm 1; with g = √t eq. 10). They are as exact. A state takes a second
 *       gradient, and all terms of U.
 * </ul>
 *
 * <p>A step costs one evaluation of the energy at θ′ with its gradient, and nothing where θ′ = θ.
 * With own-term gradients DMALA refuses many moves by fewer terms ({@link EarlyRejection}).
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "dmala and
 * dula".
 */
public final class DiscreteLangevin extends GradientKernel {
  private final BalancingFunction balancing;
  private final double stepSize;

  /** gᵢ of each coordinate; none if all are 1. */
  private final double[] scales;

  private DiscreteLangevin(
      GradientKind gradient,
      BalancingFunction balancing,
      double stepSize,
      double[] scales,
      Optional<Intermediate> intermediate,
      Optional<AcceptanceRule> rule,
      boolean early) {
    super(gradient, intermediate, rule, early);
    this.balancing = balancing;
    this.stepSize = stepSize;
    this.scales = scales;
    requireVariance(stepSize);
    for (double scale : scales) {
      requireVariance(scale > 0 ? stepSize * scale * scale : Double.NaN);
    }
  }

  private static void requireVariance(double variance) {
    if (!(variance > 0 && Double.isFinite(variance))) {
      throw new IllegalArgumentException(
          "a step size α, and α g² of a preconditioner, must be positive and finite, not "
              + variance);
    }
  }

  /**
   * Returns DMALA, the discrete Metropolis-adjusted Langevin algorithm; exact.
   *
   * <p>α is measured against ‖x(v) − x(θᵢ)‖²: 2 for categories, 4 for spins, and much for integers
   * that are far apart. The default of texts, 0.4, suits no other energy; adapt α there ({@code
   * ChainSettings.adapting}).
   *
   * @param gradient the gradient that proposals are made of, {@code EXACT} or {@code OWN_TERM}
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   * @param stepSize α, positive and finite
   */
  public static DiscreteLangevin dmala(
      GradientKind gradient, BalancingFunction balancing, double stepSize) {
    Optional<AcceptanceRule> rule = Optional.of(AcceptanceRule.REVERSIBLE);
    return new DiscreteLangevin(
        gradient, balancing, stepSize, new double[0], Optional.empty(), rule, true);
  }

  /**
   * Returns DULA, the discrete unadjusted Langevin algorithm; approximate.
   *
   * @param gradient as of DMALA
   * @param balancing as of DMALA
   * @param stepSize α, positive and finite
   */
  public static DiscreteLangevin dula(
      GradientKind gradient, BalancingFunction balancing, double stepSize) {
    return new DiscreteLangevin(
        gradient, balancing, stepSize, new double[0], Optional.empty(), Optional.empty(), false);
  }

  /**
   * Returns the same kernel with a diagonal preconditioner (App. H): α gᵢ² in place of α.
   *
   * @param changed g, one positive number for each coordinate
   */
  public DiscreteLangevin withPreconditioner(double... changed) {
    return changed(stepSize, changed.clone(), intermediate, rule, early);
  }

  /** Returns the same kernel with continuous intermediates: cDMALA or cDULA. */
  public DiscreteLangevin withIntermediates(Intermediate between) {
    return changed(stepSize, scales, Optional.of(between), rule, early);
  }

  /**
   * Returns the same kernel with another step size; chains carry over.
   *
   * @param changed α, positive and finite
   */
  public DiscreteLangevin withStepSize(double changed) {
    return changed(changed, scales, intermediate, rule, early);
  }

  /**
   * Returns the same kernel, with the same draws, which may or may not refuse a move before all
   * terms of U are known. If it may not, its steps always tell how likely a move was to be accepted
   * ({@link StepInfo#acceptanceProbability}).
   */
  public DiscreteLangevin decidingEarly(boolean early) {
    return changed(stepSize, scales, intermediate, rule, early);
  }

  @Override
  public DiscreteLangevin withAcceptance(AcceptanceRule changed) {
    return changed(stepSize, scales, intermediate, replacedBy(changed), early);
  }

  private DiscreteLangevin changed(
      double alpha,
      double[] g,
      Optional<Intermediate> between,
      Optional<AcceptanceRule> acceptance,
      boolean decidesEarly) {
    return new DiscreteLangevin(gradient(), balancing, alpha, g, between, acceptance, decidesEarly);
  }

  @Override
  public void requireFor(Target target) {
    super.requireFor(target);
    if (scales.length > 0 && scales.length != target.domains().size()) {
      throw new IllegalArgumentException(
          "a preconditioner of %d numbers for %d coordinates"
              .formatted(scales.length, target.domains().size()));
    }
  }

  @Override
  public String name() {
    return (intermediate.isPresent() ? "c" : "") + (isExact() ? "dmala" : "dula");
  }

  @Override
  public OptionalDouble stepSize() {
    return OptionalDouble.of(stepSize);
  }

  /**
   * Returns log q(θ′|θ), the log-probability with which θ′ is proposed from θ, in nats.
   *
   * @param target the target that is sampled
   * @param from θ, of finite U
   * @param to θ′
   */
  public double logProposalProbability(Target target, State from, State to) {
    return target
        .batcher()
        .await(List.of(start(target, from).thenCompose(chain -> proposals(target, chain))))
        .get(0)
        .logProbability(new Move(from, to, List.of()));
  }

  @Override
  ProposalDistribution at(Target target, Slope slope) {
    List<Domain> domains = target.domains();
    return new Factorized(
        this,
        slope,
        IntStream.range(0, domains.size())
            .mapToObj(i -> coordinate(domains.get(i), slope, i))
            .toList());
  }

  /** Returns qᵢ(·|θ). */
  private CategoricalDistribution coordinate(Domain domain, Slope slope, int i) {
    double twiceVariance = twiceVariance(i);
    double[] logWeights = new double[domain.size()];
    for (int v = 0; v < logWeights.length; v++) {
      logWeights[v] =
          balancing.logWeight(slope.difference(domain, i, v))
              - slope.squaredDistance(domain, i, v) / twiceVariance;
    }
    return CategoricalDistribution.ofLogWeights(logWeights);
  }

  /** Returns 2 α gᵢ². */
  private double twiceVariance(int i) {
    return 2 * stepSize * (scales.length == 0 ? 1 : scales[i] * scales[i]);
  }

  /** q(·|θ) = Πᵢ qᵢ(·|θ). */
  private record Factorized(Kernel owner, Slope slope, List<CategoricalDistribution> coordinates)
      implements ProposalDistribution {
    @Override
    public Move draw(RandomGenerator random) {
      int[] to = coordinates.stream().mapToInt(each -> each.sample(random)).toArray();
      return new Move(slope.state(), State.of(to), List.of());
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

  @Override
  ReverseDensity before(Target target, Move back) {
    List<Domain> domains = target.domains();
    // The distributions are not kept: most moves are refused.
    double[] logUpperBounds = new double[domains.size()];
    Arrays.setAll(logUpperBounds, i -> bound(domains.get(i), i, back));
    double[][] terms = new double[domains.size()][];
    Slope slope =
        new Slope(back.from(), Arrays.asList(terms), Optional.empty(), target.temperature());
    return new ReverseDensity() {
      @Override
      public void learn(int i, Conditional conditional) {
        terms[i] = conditional.ownTerm();
        logUpperBounds[i] = coordinate(domains.get(i), slope, i).logProbability(back.to().get(i));
      }

      @Override
      public double logUpperBound() {
        // In the order of the coordinates, as Factorized sums up.
        return Arrays.stream(logUpperBounds).reduce(0, Double::sum);
      }
    };
  }

  /**
   * Returns an upper bound of (hᵢ(θ′ᵢ) less its upper bound)/T + log qᵢ(θᵢ|θ′) for any conditional
   * hᵢ at θ′.
   *
   * <p>qᵢ(θᵢ|θ′) ≤ g(exp Δ) exp(−‖x(θᵢ) − x(θ′ᵢ)‖² / (2 α gᵢ²)) / g(1), as its normalizer holds the
   * weight g(1) of not moving; and log g(exp Δ) ≤ max(Δ, 0) for every balancing function here. With
   * one-hot vectors Δ = (hᵢ(θᵢ) − hᵢ(θ′ᵢ))/T, so that hᵢ(θ′ᵢ)/T + max(Δ, 0) is hᵢ(θ′ᵢ)/T or
   * hᵢ(θᵢ)/T.
   */
  private double bound(Domain domain, int i, Move back) {
    int from = back.from().get(i);
    int to = back.to().get(i);
    return from != to && domain instanceof Categorical
        ? Math.min(0, -domain.squaredDistance(from, to) / twiceVariance(i) - balancing.logWeight(0))
        : 0;
  }
}
