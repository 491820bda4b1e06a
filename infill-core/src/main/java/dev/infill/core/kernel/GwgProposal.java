package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
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
 * The proposal of Gibbs-with-gradients: pairs (i, v ≠ θᵢ) with probability ∝ g(exp Δᵢ(v)), several
 * one after another, each among the coordinates not drawn yet.
 *
 * @param domains Θ₁ … Θ_m
 * @param gradient the gradient that Δ is made of
 * @param balancing g
 * @param changes how many pairs, at least 1
 */
record GwgProposal(
    List<Domain> domains, GradientKind gradient, BalancingFunction balancing, int changes)
    implements Proposal {
  /** Checks the number. */
  GwgProposal {
    if (changes < 1) {
      throw new IllegalArgumentException("at least one coordinate a step, not " + changes);
    }
    domains = List.copyOf(domains);
  }

  @Override
  public ProposalDistribution at(State state, Evaluation evaluation) {
    Map<Integer, Optional<CategoricalDistribution>> values = new HashMap<>();
    for (int i = 0; i < domains.size(); i++) {
      int coordinate = i;
      int from = state.get(i);
      Domain domain = domains.get(i);
      values.put(
          i,
          otherValues(
              i, from, to -> evaluation.firstOrderDifference(domain, coordinate, from, to)));
    }
    return new Sites(this, state, values);
  }

  @Override
  public ReverseDensity before(Move back) {
    return new Partial(this, back);
  }

  /** Returns the distribution over v ≠ θᵢ; empty if there is nowhere to go. */
  private Optional<CategoricalDistribution> otherValues(
      int i, int from, IntToDoubleFunction difference) {
    Domain domain = domains.get(i);
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

  /** The sites whose conditionals are known. */
  private static final class Partial implements ReverseDensity {
    private final GwgProposal proposal;
    private final Move back;
    private final Map<Integer, Optional<CategoricalDistribution>> values = new HashMap<>();

    Partial(GwgProposal proposal, Move back) {
      this.proposal = proposal;
      this.back = back;
    }

    @Override
    public void learn(int coordinate, Conditional conditional) {
      Domain domain = proposal.domains.get(coordinate);
      int from = back.from().get(coordinate);
      values.put(
          coordinate,
          proposal.otherValues(
              coordinate, from, to -> conditional.firstOrderDifference(domain, from, to)));
    }

    @Override
    public double logUpperBound() {
      return new Sites(proposal, back.from(), values).logProbability(back);
    }
  }

  /**
   * The moves from θ. As long as some sites are not known, {@link #logProbability} is an upper
   * bound: what such a site weighs can only make the others less likely, and its own value may be
   * certain.
   */
  private static final class Sites implements ProposalDistribution {
    private final GwgProposal proposal;
    private final State state;

    /** Per site that is known, the distribution of its new value; empty where it cannot move. */
    private final Map<Integer, Optional<CategoricalDistribution>> values;

    /** Per site, the logarithm of the summed weights of its new values; −∞ if it is not known. */
    private final double[] logTotals;

    Sites(
        GwgProposal proposal, State state, Map<Integer, Optional<CategoricalDistribution>> values) {
      this.proposal = proposal;
      this.state = state;
      this.values = Map.copyOf(values);
      this.logTotals = new double[state.size()];
      Arrays.fill(logTotals, Double.NEGATIVE_INFINITY);
      values.forEach(
          (site, others) ->
              others.ifPresent(distribution -> logTotals[site] = distribution.logNormalizer()));
    }

    @Override
    public Proposal proposal() {
      return proposal;
    }

    @Override
    public Move draw(RandomGenerator random) {
      double[] remaining = logTotals.clone();
      int[] to = state.toArray();
      List<Integer> order = new ArrayList<>();
      while (order.size() < proposal.changes && anyLeft(remaining)) {
        int site = CategoricalDistribution.ofLogWeights(remaining).sample(random);
        to[site] = valuesAt(site).sample(random);
        remaining[site] = Double.NEGATIVE_INFINITY;
        order.add(site);
      }
      return new Move(state, State.of(to), List.copyOf(order));
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
      boolean tooShort = move.order().size() < proposal.changes && anyLeft(remaining);
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
