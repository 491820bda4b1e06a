package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The proposal of Gibbs-with-gradients: pairs (i, v ≠ θᵢ) with probability ∝ g(exp Δᵢ(v)), several
 * one after another, each among the coordinates not drawn yet.
 */
final class GradientSites implements Proposal {
  private final List<Domain> domains;
  private final GradientKind gradient;
  private final BalancingFunction balancing;
  private final int changes;

  GradientSites(
      List<Domain> domains, GradientKind gradient, BalancingFunction balancing, int changes) {
    if (changes < 1) {
      throw new IllegalArgumentException("at least one coordinate a step, not " + changes);
    }
    this.domains = List.copyOf(domains);
    this.gradient = gradient;
    this.balancing = balancing;
    this.changes = changes;
  }

  @Override
  public GradientKind gradient() {
    return gradient;
  }

  @Override
  public ProposalDistribution at(State state, Evaluation evaluation) {
    List<Optional<CategoricalDistribution>> values = new ArrayList<>(domains.size());
    double[] logTotals = new double[domains.size()];
    for (int i = 0; i < domains.size(); i++) {
      int coordinate = i;
      int from = state.get(i);
      Domain domain = domains.get(i);
      Optional<CategoricalDistribution> others =
          otherValues(i, from, to -> evaluation.firstOrderDifference(domain, coordinate, from, to));
      values.add(others);
      logTotals[i] = logTotal(others);
    }
    return new Sites(this, state, values, logTotals);
  }

  @Override
  public ReverseDensity before(Move back) {
    return new Partial(this, back);
  }

  private static double logTotal(Optional<CategoricalDistribution> values) {
    return values.map(CategoricalDistribution::logNormalizer).orElse(Double.NEGATIVE_INFINITY);
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

  /**
   * The sites whose conditionals are known. What a site weighs that is not known yet can only make
   * the others less likely, and its own value may be certain.
   */
  private static final class Partial implements ReverseDensity {
    private final GradientSites proposal;
    private final Move back;
    private final @Nullable Optional<CategoricalDistribution>[] values;
    private final double[] logTotals;

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of a generic type
    Partial(GradientSites proposal, Move back) {
      this.proposal = proposal;
      this.back = back;
      this.values = new Optional[back.from().size()];
      this.logTotals = new double[values.length];
      Arrays.fill(logTotals, Double.NEGATIVE_INFINITY);
    }

    @Override
    public void learn(int coordinate, Conditional conditional) {
      Domain domain = proposal.domains.get(coordinate);
      int from = back.from().get(coordinate);
      Optional<CategoricalDistribution> learned =
          proposal.otherValues(
              coordinate, from, to -> conditional.firstOrderDifference(domain, from, to));
      values[coordinate] = learned;
      logTotals[coordinate] = logTotal(learned);
    }

    @Override
    public double logUpperBound() {
      double[] remaining = logTotals.clone();
      double bound = 0;
      for (int site : back.order()) {
        Optional<CategoricalDistribution> learned = values[site];
        if (learned != null) {
          if (learned.isEmpty()) {
            return Double.NEGATIVE_INFINITY;
          }
          bound +=
              CategoricalDistribution.ofLogWeights(remaining).logProbability(site)
                  + learned.get().logProbability(back.to().get(site));
        }
        remaining[site] = Double.NEGATIVE_INFINITY;
      }
      return bound;
    }

    @Override
    public WayBack complete() {
      return WayBack.of(
          new Sites(
              proposal,
              back.from(),
              Arrays.stream(values).map(Objects::requireNonNull).toList(),
              logTotals),
          back);
    }
  }

  /** The moves from θ. */
  private static final class Sites implements ProposalDistribution {
    private final GradientSites proposal;
    private final State state;

    /** Per coordinate, the distribution of its new value; empty where it cannot move. */
    private final List<Optional<CategoricalDistribution>> values;

    /** Per coordinate, the logarithm of the summed weights of its new values. */
    private final double[] logTotals;

    Sites(
        GradientSites proposal,
        State state,
        List<Optional<CategoricalDistribution>> values,
        double[] logTotals) {
      this.proposal = proposal;
      this.state = state;
      this.values = values;
      this.logTotals = logTotals;
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
        to[site] = values.get(site).orElseThrow().sample(random);
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
        if (remaining[site] == Double.NEGATIVE_INFINITY) {
          return Double.NEGATIVE_INFINITY;
        }
        sum +=
            CategoricalDistribution.ofLogWeights(remaining).logProbability(site)
                + values.get(site).orElseThrow().logProbability(move.to().get(site));
        remaining[site] = Double.NEGATIVE_INFINITY;
      }
      // Drawing from here would not have stopped yet: the way back differs in length.
      boolean tooShort = move.order().size() < proposal.changes && anyLeft(remaining);
      return tooShort ? Double.NEGATIVE_INFINITY : sum;
    }

    private static boolean anyLeft(double[] remaining) {
      return Arrays.stream(remaining).anyMatch(weight -> weight != Double.NEGATIVE_INFINITY);
    }
  }
}
