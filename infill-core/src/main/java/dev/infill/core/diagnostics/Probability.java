package dev.infill.core.diagnostics;

import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * A probability, an estimate of it, or a bound.
 *
 * @param estimate the probability, or an estimate of it, in [0, 1]; empty where there is none
 * @param standardError of the estimate; 0 if the probability is known exactly; empty where there is
 *     no estimate, or no standard error of it
 * @param upperBound a number in [0, 1] that the probability certainly does not exceed; empty if
 *     none is known
 */
public record Probability(
    OptionalDouble estimate, OptionalDouble standardError, OptionalDouble upperBound) {

  /**
   * Returns a probability that is known.
   *
   * @param value in [0, 1]
   */
  public static Probability known(double value) {
    return new Probability(
        OptionalDouble.of(value), OptionalDouble.of(0), OptionalDouble.of(value));
  }

  /**
   * Returns this probability of an event under a condition times the probability of the condition.
   *
   * @param prior the probability of the condition, in [0, 1]
   */
  public Probability times(double prior) {
    return new Probability(
        scaled(estimate, prior), scaled(standardError, prior), scaled(upperBound, prior));
  }

  /**
   * Returns the probability of this or another event, which exclude each other and are estimated
   * independently of each other.
   *
   * @param other the other event's
   */
  public Probability plus(Probability other) {
    return new Probability(
        combined(estimate, other.estimate, Probability::sum),
        combined(standardError, other.standardError, Math::hypot),
        combined(upperBound, other.upperBound, Probability::sum));
  }

  /** Probabilities of all events sum to 1, but for a rounding. */
  private static double sum(double one, double other) {
    return Math.min(1, one + other);
  }

  private static OptionalDouble combined(
      OptionalDouble one, OptionalDouble other, DoubleBinaryOperator operator) {
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(operator.applyAsDouble(one.getAsDouble(), other.getAsDouble()))
        : OptionalDouble.empty();
  }

  private static OptionalDouble scaled(OptionalDouble value, double factor) {
    return value.isPresent() ? OptionalDouble.of(factor * value.getAsDouble()) : value;
  }
}
