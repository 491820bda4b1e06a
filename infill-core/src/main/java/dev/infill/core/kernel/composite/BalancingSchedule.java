package dev.infill.core.kernel.composite;

import dev.infill.core.proposal.BalancingFunction;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which β of g(t) = t^β goes with a step size: given at some, interpolated over log α between them,
 * and constant beyond the first and the last. Immutable.
 *
 * <p>How it is found, and what for: {@code docs/samplers.md}, "Cycles".
 */
public final class BalancingSchedule {
  private final NavigableMap<Double, Double> exponents;

  private BalancingSchedule(NavigableMap<Double, Double> exponents) {
    this.exponents = exponents;
  }

  /**
   * Returns the schedule.
   *
   * @param exponents β by α: at least one, step sizes positive and finite, β from ½ to 1 and not
   *     falling as α grows
   * @throws IllegalArgumentException if it is none of that
   */
  public static BalancingSchedule of(Map<Double, Double> exponents) {
    NavigableMap<Double, Double> sorted = new TreeMap<>(exponents);
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("a schedule has at least one step size");
    }
    double before = 0.5;
    for (Map.Entry<Double, Double> each : sorted.entrySet()) {
      double alpha = each.getKey();
      double beta = each.getValue();
      if (!(alpha > 0 && Double.isFinite(alpha) && beta >= before && beta <= 1)) {
        throw new IllegalArgumentException(
            "β rises with α from ½ to 1 at most: not " + beta + " at " + alpha);
      }
      before = beta;
    }
    return new BalancingSchedule(Collections.unmodifiableNavigableMap(sorted));
  }

  /**
   * Returns the schedule from √t at the smallest step size to t^β at the largest.
   *
   * @param smallest α_min, positive
   * @param largest α_max, not below α_min; where they are equal, it is √t
   * @param steepest t^β_max
   */
  static BalancingSchedule between(
      double smallest, double largest, BalancingFunction.Power steepest) {
    return of(
        largest > smallest
            ? Map.of(smallest, 0.5, largest, steepest.exponent())
            : Map.of(smallest, 0.5));
  }

  /**
   * Returns g for a step size.
   *
   * @param stepSize α, positive and finite
   */
  public BalancingFunction.Power at(double stepSize) {
    Map.Entry<Double, Double> below = exponents.floorEntry(stepSize);
    Map.Entry<Double, Double> above = exponents.ceilingEntry(stepSize);
    if (below == null || above == null) {
      return new BalancingFunction.Power(
          (below == null ? exponents.firstEntry() : below).getValue());
    }
    double low = below.getKey();
    double high = above.getKey();
    double part = high > low ? Math.log(stepSize / low) / Math.log(high / low) : 0;
    return new BalancingFunction.Power(
        below.getValue() + part * (above.getValue() - below.getValue()));
  }

  /** Returns β by α, as given. */
  public NavigableMap<Double, Double> exponents() {
    return exponents;
  }
}
