package dev.infill.core.diagnostics;

import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * What is known of a probability. Each number is there only if it can be relied on for what it is.
 *
 * @param estimate the probability, or an estimate of it, in [0, 1]; empty where there is none
 * @param standardError of the estimate; 0 if the probability is known exactly; empty where there is
 *     no estimate, or no standard error of it
 * @param upperBound what the probability certainly is at most, in [0, 1]; empty if nothing is known
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
   * Returns this probability, given something, times that of what is given.
   *
   * @param prior the probability of what is given, in [0, 1]
   */
  public Probability times(double prior) {
    return new Probability(
        scaled(estimate, prior), scaled(standardError, prior), scaled(upperBound, prior));
  }

  /**
   * Returns the probability of this or another event, which exclude each other and are estimated
   * independently of each other.
   *
   * @param other what is known of the other's
   */
  public Probability plus(Probability other) {
    return new Probability(
        combined(estimate, other.estimate, Probability::sum),
        combined(standardError, other.standardError, Math::hypot),
        combined(upperBound, other.upperBound, Probability::sum));
  }

  /** Probabilities that are all there is sum to 1, but for a rounding. */
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
