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
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The curvature of U along each coordinate, and the diagonal preconditioner of the discrete
 * Langevin proposal that it gives (Zhang, Liu &amp; Liu 2022, App. H).
 *
 * <p>The curvature cᵢ is the second-order part of a change of coordinate i alone: U(θ with i → v) −
 * U(θ) = Δᵢ(v) + ½ cᵢ ‖x(v) − x(θᵢ)‖², with the first-order difference Δᵢ(v). For quadratic U on
 * numbers this is ∂²U/∂θᵢ². For one-hot vectors ‖x(v) − x(θᵢ)‖² is 2, and cᵢ is the difference
 * itself; with own-term gradients it is the change of the terms of all other coordinates.
 *
 * <p>gᵢ² = 2 / |cᵢ|. Then ‖x(v) − x(θᵢ)‖² / (2 α gᵢ²), the distance term of the proposal, is half
 * of a falling second-order term at α = 1 and g = √t, and the proposal is locally balanced to
 * second order. For U = θᵀWθ, W diagonal, gᵢ² = 1 / |Wᵢᵢ|, as in the paper's example (which gives
 * these numbers without the square, as §6 writes the proposal).
 *
 * <p>Metropolis–Hastings stays exact with any preconditioner that does not change during the run.
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md},
 * "Preconditioner".
 */
public final class Curvature {
  /** The largest g: nothing holds a step back if U is almost linear in a coordinate. */
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
   * @param target the target that is sampled
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
      List<Change> changes = changes(target, states, evaluations, i, random);
      OptionalDouble curvature = curvature(target, changes, i);
      scales[i] =
          curvature.isEmpty() ? 1 : Math.min(LARGEST_SCALE, Math.sqrt(2 / curvature.getAsDouble()));
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

  /** Returns the model passes that the estimate has cost. */
  public int passes() {
    return passes;
  }

  private static List<Evaluation> evaluated(
      Target target, List<State> states, GradientKind gradient) {
    return target
        .batcher()
        .await(states.stream().map(state -> target.evaluate(state, gradient)).toList());
  }

  /**
   * A change of one coordinate.
   *
   * @param from the state before
   * @param here its evaluation, with a gradient
   * @param to the state after
   */
  private record Change(State from, Evaluation here, State to) {}

  /** Draws a change at each state that has another possible value. */
  private static List<Change> changes(
      Target target,
      List<State> states,
      List<Evaluation> evaluations,
      int coordinate,
      RandomGenerator random) {
    List<CategoricalDistribution> conditionals =
        target
            .batcher()
            .await(states.stream().map(state -> target.distribution(state, coordinate)).toList());
    List<Change> changes = new ArrayList<>();
    for (int k = 0; k < states.size(); k++) {
      State from = states.get(k);
      Evaluation here = evaluations.get(k);
      conditionals
          .get(k)
          .among(value -> value != from.get(coordinate))
          .map(others -> from.with(coordinate, others.sample(random)))
          .ifPresent(to -> changes.add(new Change(from, here, to)));
    }
    return changes;
  }

  private static OptionalDouble curvature(Target target, List<Change> changes, int coordinate) {
    Domain domain = target.domains().get(coordinate);
    List<Evaluation> there =
        evaluated(target, changes.stream().map(Change::to).toList(), GradientKind.NONE);
    return IntStream.range(0, changes.size())
        .mapToDouble(
            k -> {
              Change change = changes.get(k);
              int from = change.from().get(coordinate);
              int to = change.to().get(coordinate);
              double remainder =
                  (there.get(k).energy()
                          - change.here().energy()
                          - domain.firstOrderDifference(
                              change.here().gradient(coordinate), from, to))
                      / target.temperature();
              return Math.abs(2 * remainder / domain.squaredDistance(from, to));
            })
        .filter(Double::isFinite)
        .average();
  }
}
