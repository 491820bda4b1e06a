package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Gibbs-with-gradients, GWG-X (Grathwohl et al. 2021): X coordinates a step, chosen together with
 * their new values by the gradient, q(i, v|θ) ∝ g(exp Δᵢ(v)) over all i and v ≠ θᵢ, and accepted by
 * Metropolis–Hastings. It leaves the target invariant.
 *
 * <p>For X &gt; 1 the pairs are drawn one after another from the gradient at θ, each among the
 * coordinates not drawn yet. The published code draws with replacement, so that one coordinate may
 * be drawn more than once and fewer than X change; here exactly X do (or all that can move, if they
 * are fewer than X). This is the path auxiliary sampler (Sun et al. 2022) in its fast form with a
 * path of fixed length, as DISCS (Goshvadi et al. 2023) has it, but for the order of the way back,
 * which is reversed there. A coordinate of a single value never moves; if none can move, the chain
 * stays.
 *
 * <p>Why it is exact: to a state and the ordered pairs (i₁, v₁) … (i_X, v_X) belongs one way back,
 * from θ′ with the pairs (i₁, θ_{i₁}) … (i_X, θ_{i_X}), in the same order. Going there and back is
 * the identity, so the map is an involution, and the ratio of the probabilities of the two ordered
 * draws is the one that Metropolis–Hastings needs. It need not be summed over orders.
 *
 * <p>One step costs one evaluation of the energy, with its gradient, at θ′; with own-term
 * gradients, fewer terms of it where they are enough to refuse the move ({@link EarlyRejection}).
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "gwg".
 */
public final class GibbsWithGradients extends GradientKernel {
  private final BalancingFunction balancing;
  private final int changes;

  private GibbsWithGradients(
      GradientKind gradient,
      BalancingFunction balancing,
      int changes,
      Optional<Intermediate> intermediate,
      Optional<AcceptanceRule> rule) {
    super(gradient, intermediate, rule, true);
    if (changes < 1) {
      throw new IllegalArgumentException("at least one coordinate a step, not " + changes);
    }
    this.balancing = balancing;
    this.changes = changes;
  }

  /**
   * Returns the kernel.
   *
   * @param gradient the gradient that proposals are made of, {@code EXACT} or {@code OWN_TERM}
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   * @param changes X, how many coordinates change in a step, at least 1
   */
  public static GibbsWithGradients of(
      GradientKind gradient, BalancingFunction balancing, int changes) {
    return new GibbsWithGradients(
        gradient, balancing, changes, Optional.empty(), Optional.of(AcceptanceRule.REVERSIBLE));
  }

  @Override
  public GibbsWithGradients withAcceptance(AcceptanceRule changed) {
    return new GibbsWithGradients(
        gradient(), balancing, changes, intermediate, replacedBy(changed));
  }

  /** Returns the same kernel with continuous intermediates, cGWG (cDLS, App. D). */
  public GibbsWithGradients withIntermediates(Intermediate between) {
    return new GibbsWithGradients(gradient(), balancing, changes, Optional.of(between), rule);
  }

  @Override
  public String name() {
    return intermediate.isPresent() ? "cgwg" : "gwg";
  }

  @Override
  ProposalDistribution at(Target target, Slope slope) {
    List<Domain> domains = target.domains();
    Map<Integer, Optional<CategoricalDistribution>> values = new HashMap<>();
    for (int i = 0; i < domains.size(); i++) {
      Domain domain = domains.get(i);
      double[] row = slope.gradient().get(i);
      int from = slope.state().get(i);
      // From θᵢ, also where the gradient is that of θᶜ: a move puts one value for another.
      values.put(
          i,
          otherValues(
              domain,
              from,
              to -> domain.firstOrderDifference(row, from, to) / slope.temperature()));
    }
    return new Sites(this, slope, values);
  }

  /** Returns the distribution over v ≠ θᵢ; empty if there is nowhere to go. */
  private Optional<CategoricalDistribution> otherValues(
      Domain domain, int from, IntToDoubleFunction difference) {
    double[] logWeights = new double[domain.size()];
    boolean movable = false;
    for (int to = 0; to < logWeights.length; to++) {
      logWeights[to] =
          to == from ? Double.NEGATIVE_INFINITY : balancing.logWeight(difference.applyAsDouble(to));
      movable |= logWeights[to] != Double.NEGATIVE_INFINITY;
    }
    return movable
        ? Optional.of(CategoricalDistribution.ofLogWeights(logWeights))
        : Optional.empty();
  }

  @Override
  ReverseDensity before(Target target, Move back) {
    Map<Integer, Optional<CategoricalDistribution>> values = new HashMap<>();
    Slope unknown = new Slope(back.from(), List.of(), Optional.empty(), target.temperature());
    return new ReverseDensity() {
      @Override
      public void learn(int site, Conditional conditional) {
        int from = back.from().get(site);
        values.put(
            site,
            otherValues(
                target.domains().get(site),
                from,
                to -> (conditional.term(to) - conditional.term(from)) / target.temperature()));
      }

      @Override
      public double logUpperBound() {
        return new Sites(GibbsWithGradients.this, unknown, values).logProbability(back);
      }
    };
  }

  /**
   * The moves from θ. As long as some sites are not known, {@link #logProbability} is an upper
   * bound: what such a site weighs can only make the others less likely, and its own value may be
   * certain.
   */
  private static final class Sites implements ProposalDistribution {
    private final GibbsWithGradients owner;
    private final Slope slope;

    /** Per site that is known, the distribution of its new value; empty where it cannot move. */
    private final Map<Integer, Optional<CategoricalDistribution>> values;

    /** Per site, the logarithm of the summed weights of its new values; −∞ if it is not known. */
    private final double[] logTotals;

    Sites(
        GibbsWithGradients owner,
        Slope slope,
        Map<Integer, Optional<CategoricalDistribution>> values) {
      this.owner = owner;
      this.slope = slope;
      this.values = Map.copyOf(values);
      this.logTotals = new double[slope.state().size()];
      Arrays.fill(logTotals, Double.NEGATIVE_INFINITY);
      values.forEach(
          (site, others) ->
              others.ifPresent(distribution -> logTotals[site] = distribution.logNormalizer()));
    }

    @Override
    public Kernel owner() {
      return owner;
    }

    @Override
    public Slope slope() {
      return slope;
    }

    @Override
    public Move draw(RandomGenerator random) {
      double[] remaining = logTotals.clone();
      int[] to = slope.state().toArray();
      List<Integer> order = new ArrayList<>();
      while (order.size() < owner.changes && anyLeft(remaining)) {
        int site = CategoricalDistribution.ofLogWeights(remaining).sample(random);
        to[site] = valuesAt(site).sample(random);
        remaining[site] = Double.NEGATIVE_INFINITY;
        order.add(site);
      }
      return new Move(slope.state(), State.of(to), List.copyOf(order));
    }

    @Override
    public double logProbability(Move move) {
      double[] remaining = logTotals.clone();
      double sum = 0;
      for (int site : move.order()) {
        if (values.containsKey(site)) {
          if (remaining[site] == Double.NEGATIVE_INFINITY) {
            return Double.NEGATIVE_INFINITY;
          }
          sum +=
              CategoricalDistribution.ofLogWeights(remaining).logProbability(site)
                  + valuesAt(site).logProbability(move.to().get(site));
          remaining[site] = Double.NEGATIVE_INFINITY;
        }
      }
      // Drawing from here would not have stopped yet: the way back differs in length.
      boolean tooShort = move.order().size() < owner.changes && anyLeft(remaining);
      return tooShort ? Double.NEGATIVE_INFINITY : sum;
    }

    private CategoricalDistribution valuesAt(int site) {
      return Objects.requireNonNull(values.get(site)).orElseThrow();
    }

    private static boolean anyLeft(double[] remaining) {
      return Arrays.stream(remaining).anyMatch(weight -> weight != Double.NEGATIVE_INFINITY);
    }
  }
}
