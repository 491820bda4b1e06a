package dev.infill.core.twoway;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The distribution p(θ) ∝ exp((M(θ) + V(θ))/T) of the fillings of m blanks, with the two-way chain
 * rule M:
 *
 * <p>L→(θ) = Σᵢ log f(θᵢ | blanks before i filled, later ones masked), L← the same from the last
 * blank to the first, M = ½ L→ + ½ L←.
 *
 * <p>Either direction is a distribution over all fillings, so Σ exp(M) ≤ 1. M of one blank is log
 * f, the paper's U.
 *
 * @param energy gives log f in contexts with masked coordinates ({@link Energy#readsMasked}), in
 *     nats
 * @param temperature T, positive
 * @param restriction the fillings that may be; empty for all
 * @param added V; empty for V = 0
 */
public record TwoWayTarget(
    Energy energy, double temperature, Optional<Restriction> restriction, Optional<Added> added) {

  /** Returns p ∝ exp(M) of all fillings; empty if the energy does not read several masks. */
  public static Optional<TwoWayTarget> of(Energy energy) {
    return energy.readsMasked() && energy.isSum()
        ? Optional.of(new TwoWayTarget(energy, 1, Optional.empty(), Optional.empty()))
        : Optional.empty();
  }

  /** Returns m, the number of coordinates. */
  public int size() {
    return energy.domains().size();
  }

  /**
   * V, which is added to M.
   *
   * @param values gives V of fillings in order, finite, in nats
   * @param most the largest value of V, in nats; empty if it is not known
   */
  public record Added(Function<List<State>, List<Double>> values, OptionalDouble most) {}

  /** Returns the largest value of V; 0 if nothing is added, or if it is not known. */
  double mostAdded() {
    return added.map(Added::most).orElse(OptionalDouble.empty()).orElse(0);
  }

  /** Returns V of fillings, in order. */
  List<Double> added(List<State> fillings) {
    return added.isEmpty() || fillings.isEmpty()
        ? fillings.stream().map(filling -> 0.0).toList()
        : added.get().values().apply(fillings);
  }

  /**
   * Says whether exp(M/T) ≤ q for every filling, so that weights are at most 1 and Σ exp(M/T) ≤ 1:
   * nothing is added and T ≤ 1.
   */
  public boolean isBounded() {
    return added.isEmpty() && temperature <= 1;
  }
}
