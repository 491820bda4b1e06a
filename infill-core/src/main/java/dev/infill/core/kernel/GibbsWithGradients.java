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
import java.util.random.RandomGenerator;

/**
 * Gibbs-with-gradients, GWG-X (Grathwohl et al. 2021): X coordinates a step, chosen together with
 * their new values by the gradient, q(i, v|θ) ∝ g(exp Δᵢ(v)) over all i and v ≠ θᵢ, and accepted by
 * Metropolis–Hastings. It leaves the target invariant.
 *
 * <p>For X &gt; 1 the pairs are drawn one after another from the gradient at θ, each among the
 * coordinates not drawn yet. So exactly X coordinates change, or all that can move, if they are
 * fewer. The published code draws with replacement, so that fewer than X may change. This is the
 * path auxiliary sampler (Sun et al. 2022) in its fast form with a path of fixed length, as in
 * DISCS (Goshvadi et al. 2023), which reverses the order of the way back. A coordinate of a single
 * value never moves; if none can move, the chain stays.
 *
 * <p>Why it is exact: a state and the ordered pairs (i₁, v₁) … (i_X, v_X) have one way back, from
 * θ′ with the pairs (i₁, θ_{i₁}) … (i_X, θ_{i_X}), in the same order. Going there and back is the
 * identity, so the map is an involution, and Metropolis–Hastings needs the ratio of the
 * probabilities of the two ordered draws. It need not be summed over orders.
 *
 * <p>A step costs one evaluation of the energy at θ′ with its gradient. With own-term gradients it
 * refuses many moves by fewer terms ({@link EarlyRejection}).
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "gwg".
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
    Map<Integer, Optional<CategoricalDistribution>> values = new HashMap<>();
    for (int i = 0; i < slope.gradient().size(); i++) {
      values.put(i, otherValues(target.domains().get(i), slope, i));
    }
    return new Sites(this, slope, values);
  }

  /** Returns the distribution over v ≠ θᵢ; empty if there is nowhere to go. */
  private Optional<CategoricalDistribution> otherValues(Domain domain, Slope slope, int i) {
    int from = slope.state().get(i);
    double[] row = slope.gradient().get(i);
    double[] logWeights = new double[domain.size()];
    boolean movable = false;
    for (int to = 0; to < logWeights.length; to++) {
      // From θᵢ, even if the gradient is that of θᶜ: a move puts one value for another.
      logWeights[to] =
          to == from
              ? Double.NEGATIVE_INFINITY
              : balancing.logWeight(
                  domain.firstOrderDifference(row, from, to) / slope.temperature());
      movable |= logWeights[to] != Double.NEGATIVE_INFINITY;
    }
    return movable
        ? Optional.of(CategoricalDistribution.ofLogWeights(logWeights))
        : Optional.empty();
  }

  @Override
  ReverseDensity before(Target target, Move back) {
    Map<Integer, Optional<CategoricalDistribution>> values = new HashMap<>();
    double[][] terms = new double[back.from().size()][];
    Slope slope =
        new Slope(back.from(), Arrays.asList(terms), Optional.empty(), target.temperature());
    return new ReverseDensity() {
      @Override
      public void learn(int site, Conditional conditional) {
        terms[site] = conditional.ownTerm();
        values.put(site, otherValues(target.domains().get(site), slope, site));
      }

      @Override
      public double logUpperBound() {
        return new Sites(GibbsWithGradients.this, slope, values).logProbability(back);
      }
    };
  }

  /**
   * The moves from θ. {@link #logProbability} is an upper bound while some sites are not known: the
   * weight of such a site can only make the others less likely, and its own value may be certain.
   *
   * @param values the distribution of the new value of each known site; empty if it cannot move
   */
  private record Sites(
      GibbsWithGradients owner, Slope slope, Map<Integer, Optional<CategoricalDistribution>> values)
      implements ProposalDistribution {
    /** Returns the logarithm of the summed weights of each site; −∞ if it is not known. */
    private double[] logTotals() {
      double[] logTotals = new double[slope.state().size()];
      Arrays.fill(logTotals, Double.NEGATIVE_INFINITY);
      values.forEach(
          (site, others) ->
              others.ifPresent(distribution -> logTotals[site] = distribution.logNormalizer()));
      return logTotals;
    }

    @Override
    public Move draw(RandomGenerator random) {
      double[] remaining = logTotals();
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
      double[] remaining = logTotals();
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
      // A way back that could still change more is of another length.
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
