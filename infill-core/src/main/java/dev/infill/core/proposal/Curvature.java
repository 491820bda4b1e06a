package dev.infill.core.proposal;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/**
 * The curvature of U along each coordinate, and the diagonal preconditioner of the discrete
 * Langevin proposal that it gives (Zhang, Liu &amp; Liu 2022, App. H).
 *
 * <p>The curvature cᵢ is what the gradient does not tell of a change of coordinate i alone: U(θ
 * with i → v) − U(θ) = Δᵢ(v) + ½ cᵢ ‖x(v) − x(θᵢ)‖², Δᵢ(v) being the first-order difference. For
 * quadratic U on numbers this is ∂²U/∂θᵢ². Where values are one-hot vectors, as the tokens of a
 * text, ‖x(v) − x(θᵢ)‖² is 2 and cᵢ the difference itself; with own-term gradients it is what the
 * change does to the terms of all other coordinates.
 *
 * <p>gᵢ² = 2 / |cᵢ|. Then the distance term of the proposal at α = 1 and g = √t, ‖x(v) − x(θᵢ)‖² /
 * (2 α gᵢ²), is what half of a falling second-order term is, and the proposal is the locally
 * balanced one to second order. For U = θᵀWθ, W diagonal, gᵢ² = 1 / |Wᵢᵢ|, which are the numbers of
 * the paper's example (it gives them without the square, as its §6 writes the proposal).
 *
 * <p>A preconditioner that does not change during the run leaves Metropolis–Hastings exact, however
 * well or badly cᵢ was estimated.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Preconditioner".
 */
public final class Curvature {
  /** Where U is as good as linear in a coordinate, nothing holds a step back: α gᵢ² = 10⁶ α. */
  private static final double LARGEST_SCALE = 1000;

  private final double[] scales;
  private final int passes;

  private Curvature(double[] scales, int passes) {
    this.scales = scales;
    this.passes = passes;
  }

  /**
   * Estimates the curvature from one change of every coordinate at some states: the mean of |cᵢ|,
   * with values v ≠ θᵢ that are drawn from the conditionals of the energy.
   *
   * @param target what is sampled
   * @param gradient the gradient that proposals are made from, {@code EXACT} or {@code OWN_TERM}
   * @param states typical states, at least one
   * @param random draws the changes
   */
  public static Curvature estimate(
      Target target, GradientKind gradient, List<State> states, RandomGenerator random) {
    int perEvaluation = target.energy().passesPerEvaluation();
    List<Evaluation> evaluations = evaluated(target, states, gradient);
    int passes = states.size() * perEvaluation;
    double[] scales = new double[target.domains().size()];
    for (int i = 0; i < scales.length; i++) {
      List<Change> changes = changes(target, states, i, random);
      scales[i] = scale(curvature(target, evaluations, changes, i));
      passes += states.size() + changes.size() * perEvaluation;
    }
    return new Curvature(scales, passes);
  }

  /**
   * Returns g, one number per coordinate, above 0 and at most 1000; 1 for a coordinate that cannot
   * be changed.
   */
  public double[] scales() {
    return scales.clone();
  }

  /** Returns how many model passes the estimate has cost. */
  public int passes() {
    return passes;
  }

  private static List<Evaluation> evaluated(
      Target target, List<State> states, GradientKind gradient) {
    return target
        .batcher()
        .await(states.stream().map(state -> target.evaluate(state, gradient)).toList());
  }

  private static double scale(OptionalDouble curvature) {
    return curvature.isEmpty()
        ? 1
        : Math.min(LARGEST_SCALE, Math.sqrt(2 / curvature.getAsDouble()));
  }

  /**
   * A change of one coordinate.
   *
   * @param number which of the states it starts from
   * @param from that state
   * @param to the state that it leads to
   */
  private record Change(int number, State from, State to) {}

  private static List<Change> changes(
      Target target, List<State> states, int coordinate, RandomGenerator random) {
    List<CategoricalDistribution> conditionals =
        target
            .batcher()
            .await(states.stream().map(state -> target.distribution(state, coordinate)).toList());
    List<Change> changes = new ArrayList<>();
    for (int k = 0; k < states.size(); k++) {
      State from = states.get(k);
      OptionalInt value = otherValue(conditionals.get(k), from.get(coordinate), random);
      if (value.isPresent()) {
        changes.add(new Change(k, from, from.with(coordinate, value.getAsInt())));
      }
    }
    return changes;
  }

  private static OptionalDouble curvature(
      Target target, List<Evaluation> evaluations, List<Change> changes, int coordinate) {
    Domain domain = target.domains().get(coordinate);
    List<Evaluation> there =
        evaluated(target, changes.stream().map(Change::to).toList(), GradientKind.NONE);
    List<Double> curvatures = new ArrayList<>();
    for (int k = 0; k < there.size(); k++) {
      Evaluation here = evaluations.get(changes.get(k).number());
      int from = changes.get(k).from().get(coordinate);
      int to = changes.get(k).to().get(coordinate);
      double remainder =
          (there.get(k).energy()
                  - here.energy()
                  - domain.firstOrderDifference(here.gradient(coordinate), from, to))
              / target.temperature();
      if (Double.isFinite(remainder)) {
        curvatures.add(Math.abs(2 * remainder / domain.squaredDistance(from, to)));
      }
    }
    return curvatures.stream().mapToDouble(Double::doubleValue).average();
  }

  /** Draws from a conditional, given that the value changes; empty if none else is possible. */
  private static OptionalInt otherValue(
      CategoricalDistribution conditional, int value, RandomGenerator random) {
    double[] logWeights = new double[conditional.size()];
    boolean movable = false;
    for (int v = 0; v < logWeights.length; v++) {
      logWeights[v] = v == value ? Double.NEGATIVE_INFINITY : conditional.logProbability(v);
      movable |= logWeights[v] != Double.NEGATIVE_INFINITY;
    }
    return movable
        ? OptionalInt.of(CategoricalDistribution.ofLogWeights(logWeights).sample(random))
        : OptionalInt.empty();
  }
}
