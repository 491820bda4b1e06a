package dev.infill.core.twoway;

import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.State;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The estimate of Z and of events from fillings of known probability and independent draws of all
 * others. All weights are shares of exp(shift), which neither overflow nor vanish.
 */
final class Estimate {
  private final TwoWayTarget target;
  private final Collection<ScoredFilling> known;
  private final List<Optional<ScoredFilling>> draws;

  /** 1 − q(F), the probability that a draw is none of the known fillings, in [0, 1]. */
  private final double outside;

  private final double shift;
  private final double knownWeight;
  private final double[] weights;
  private final double meanWeight;

  /**
   * Makes the estimate.
   *
   * @param target the target
   * @param known F
   * @param draws draws from q outside F; a dead end is empty, and has weight 0
   * @param isComplete whether F holds all fillings
   */
  Estimate(
      TwoWayTarget target,
      Collection<ScoredFilling> known,
      List<Optional<ScoredFilling>> draws,
      boolean isComplete) {
    this.target = target;
    this.known = known;
    this.draws = isComplete ? List.of() : draws;
    outside = isComplete ? 0 : outside(known);
    double[] logWeights =
        this.draws.stream()
            .mapToDouble(
                draw ->
                    draw.map(filling -> logMass(filling) - filling.logProposal())
                        .orElse(Double.NEGATIVE_INFINITY))
            .toArray();
    shift =
        DoubleStream.concat(
                DoubleStream.of(logWeights),
                DoubleStream.concat(
                    known.stream().mapToDouble(this::logMass), DoubleStream.of(Math.log(outside))))
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    knownWeight = known.stream().mapToDouble(this::mass).sum();
    weights = DoubleStream.of(logWeights).map(logWeight -> Math.exp(logWeight - shift)).toArray();
    meanWeight = DoubleStream.of(weights).average().orElse(0);
  }

  private static double outside(Collection<ScoredFilling> fillings) {
    double inside = fillings.stream().mapToDouble(filling -> Math.exp(filling.logProposal())).sum();
    return Math.max(0, 1 - inside);
  }

  private double logMass(ScoredFilling filling) {
    return filling.total() / target.temperature();
  }

  private double mass(ScoredFilling filling) {
    return Math.exp(logMass(filling) - shift);
  }

  /** Says whether Ẑ is the middle of Z's certain interval, as nothing was drawn. */
  private boolean isHalved() {
    return weights.length == 0 && target.isBounded();
  }

  /** Returns log Ẑ in nats, not limited to the certain interval. */
  double logNormalizer() {
    return Math.log(weight()) + shift;
  }

  /** Returns Ẑ as a share of exp(shift). */
  private double weight() {
    return knownWeight + (isHalved() ? halfOutside() : outside * meanWeight);
  }

  private double halfOutside() {
    return outside / 2 * Math.exp(-shift);
  }

  private double relativeError() {
    double squares = DoubleStream.of(weights).map(weight -> Math.pow(weight - meanWeight, 2)).sum();
    return error(squares).orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the standard error of Ẑ, or of a part of it, as a share of Ẑ; empty if it is unknown.
   *
   * @param squares the squared deviations of the draws from their mean
   */
  private OptionalDouble error(double squares) {
    int n = weights.length;
    if (outside == 0) {
      return OptionalDouble.of(0);
    }
    if (isHalved()) {
      return OptionalDouble.of(halfOutside() / weight());
    }
    double error = outside * Math.sqrt(squares / (n - 1) / n);
    return n < 2 ? OptionalDouble.empty() : OptionalDouble.of(error == 0 ? 0 : error / weight());
  }

  /**
   * Returns the estimate of Z, with its error and bounds.
   *
   * @param found all fillings that were scored or drawn
   */
  Normalizer normalizer(Collection<ScoredFilling> found) {
    double least = Math.log(found.stream().mapToDouble(this::mass).sum()) + shift;
    OptionalDouble most =
        target.isBounded()
            ? OptionalDouble.of(
                Math.log(Math.exp(least - shift) + outside(found) * Math.exp(-shift)) + shift)
            : OptionalDouble.empty();
    double estimate = Math.max(least, logNormalizer());
    return new Normalizer(
        outside == 0 ? least : Math.min(estimate, most.orElse(Double.POSITIVE_INFINITY)),
        relativeError(),
        least,
        outside == 0 ? OptionalDouble.of(least) : most,
        weights.length,
        effectiveShare(),
        target.isBounded() ? OptionalDouble.empty() : ParetoTail.shape(weights));
  }

  private OptionalDouble effectiveShare() {
    double squares = sumOfSquares();
    return squares == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(meanWeight * meanWeight * weights.length / squares);
  }

  /** Returns the probabilities of the events that fillings belong to. */
  <K> Map<K, Probability> marginals(Function<State, K> event) {
    Map<K, Sums> sums = new HashMap<>();
    for (ScoredFilling filling : known) {
      sums.merge(event.apply(filling.state()), new Sums(mass(filling), 0, 0), Sums::plus);
    }
    for (int k = 0; k < weights.length; k++) {
      Sums drawn = new Sums(0, weights[k], weights[k] * weights[k]);
      draws
          .get(k)
          .ifPresent(filling -> sums.merge(event.apply(filling.state()), drawn, Sums::plus));
    }
    Map<K, Probability> marginals = new HashMap<>();
    sums.forEach((key, ofEvent) -> marginals.put(key, probability(ofEvent)));
    return marginals;
  }

  /**
   * Sums over the fillings of an event.
   *
   * @param known the weight of the known ones
   * @param drawn Σ w over the draws
   * @param squares Σ w² over the draws
   */
  private record Sums(double known, double drawn, double squares) {
    Sums plus(Sums other) {
      return new Sums(known + other.known, drawn + other.drawn, squares + other.squares);
    }
  }

  /**
   * Estimates a ratio of two means over the same draws: p̂ = (F_A + o w̄_A)/(F + o w̄) varies as
   * the mean of x = o w (1_A − p)/Ẑ does (the delta method).
   */
  private Probability probability(Sums event) {
    int n = weights.length;
    double drawn = n == 0 ? 0 : outside * event.drawn() / n;
    double p = Math.min(1, (event.known() + drawn) / weight());
    double sum = event.drawn() - p * meanWeight * n;
    double squares = event.squares() * (1 - 2 * p) + p * p * sumOfSquares();
    OptionalDouble error = error(Math.max(0, squares - sum * sum / n));
    return new Probability(OptionalDouble.of(p), error, OptionalDouble.empty());
  }

  private double sumOfSquares() {
    return DoubleStream.of(weights).map(weight -> weight * weight).sum();
  }
}
