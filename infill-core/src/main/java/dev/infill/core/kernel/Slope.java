package dev.infill.core.kernel;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.proposal.Intermediate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The gradient that proposals from a state θ are made of: ∇U(θ)/T, or ∇U(θᶜ)/T at a continuous
 * intermediate θᶜ.
 *
 * @param state θ
 * @param gradient ∇Uᵢ of each coordinate, not divided by T; not to be changed
 * @param point θᶜ; empty if the gradient was taken at θ
 * @param temperature T
 */
record Slope(
    State state, List<double[]> gradient, Optional<RelaxedState> point, double temperature) {
  /**
   * Asks for the gradient.
   *
   * @param target the target that is sampled
   * @param state θ
   * @param here U(θ) and ∇U(θ)
   * @param kind the kind of gradient
   * @param intermediate finds θᶜ; empty for θ itself
   */
  static CompletableFuture<Slope> of(
      Target target,
      State state,
      Evaluation here,
      GradientKind kind,
      Optional<Intermediate> intermediate) {
    List<double[]> gradient = IntStream.range(0, state.size()).mapToObj(here::gradient).toList();
    double temperature = target.temperature();
    if (intermediate.isEmpty()) {
      return CompletableFuture.completedFuture(
          new Slope(state, gradient, Optional.empty(), temperature));
    }
    RelaxedState point = intermediate.get().of(target.domains(), state, gradient, temperature);
    return target
        .gradient(point, kind)
        .thenApply(there -> new Slope(state, List.of(there), Optional.of(point), temperature));
  }

  /** Returns Δᵢ(v) = ∇U(θ)ᵢ · (x(v) − x(θᵢ))/T, or the same with θᶜ in place of θ. */
  double difference(Domain domain, int coordinate, int to) {
    double[] row = gradient.get(coordinate);
    double difference =
        point.isEmpty()
            ? domain.firstOrderDifference(row, state.get(coordinate), to)
            : domain.product(row, to) - point.get().get(coordinate).dot(row);
    return difference / temperature;
  }

  /** Returns ‖x(v) − x(θᵢ)‖², or the same with θᶜ in place of θ. */
  double squaredDistance(Domain domain, int coordinate, int to) {
    return point.isEmpty()
        ? domain.squaredDistance(state.get(coordinate), to)
        : domain.squaredDistance(to, point.get().get(coordinate));
  }
}
