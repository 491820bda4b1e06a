package dev.infill.core.proposal;

import java.util.List;

/**
 * The balancing function g of a locally informed proposal (Zanella 2020): a proposed change has the
 * weight g(t), t = exp(Δ), with the first-order change Δ of U. Metropolis–Hastings is exact with
 * each of them. Immutable.
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "dmala and
 * dula".
 */
public sealed interface BalancingFunction {
  /** √t, the paper's ½ Δ (Zhang, Liu &amp; Liu 2022, eq. 2). */
  BalancingFunction SQUARE_ROOT = new Power(0.5);

  /** t / (t + 1). */
  BalancingFunction BARKER = new Barker();

  /**
   * Returns log g(exp(Δ)).
   *
   * @param difference Δ, in nats
   */
  double logWeight(double difference);

  /** Returns the name that users type: {@code sqrt}, {@code barker} or {@code power:β}. */
  String label();

  /**
   * Returns the function of a name.
   *
   * @param label as {@link #label()} gives it
   * @throws IllegalArgumentException if no function is called so
   */
  static BalancingFunction of(String label) {
    for (BalancingFunction named : List.of(SQUARE_ROOT, BARKER)) {
      if (named.label().equals(label)) {
        return named;
      }
    }
    if (!label.startsWith(Power.PREFIX)) {
      throw new IllegalArgumentException("no balancing function is called '" + label + "'");
    }
    return power(Double.parseDouble(label.substring(Power.PREFIX.length())));
  }

  /**
   * Returns g(t) = t^β.
   *
   * @param exponent β, from ½ to 1
   * @throws IllegalArgumentException if β is outside
   */
  static BalancingFunction power(double exponent) {
    return new Power(exponent);
  }

  /**
   * g(t) = t^β.
   *
   * @param exponent β, from ½ to 1
   */
  record Power(double exponent) implements BalancingFunction {
    private static final String PREFIX = "power:";

    /** Checks the range. */
    public Power {
      if (!(exponent >= 0.5 && exponent <= 1)) {
        throw new IllegalArgumentException("β lies between 0.5 and 1, not at " + exponent);
      }
    }

    @Override
    public double logWeight(double difference) {
      return exponent * difference;
    }

    @Override
    public String label() {
      return exponent == 0.5 ? "sqrt" : PREFIX + exponent;
    }
  }

  /** g(t) = t / (t + 1), in logarithms log σ(Δ). */
  record Barker() implements BalancingFunction {
    @Override
    public double logWeight(double difference) {
      // log σ(Δ) without overflow on either side. log is faster than log1p, which counts for 30,522
      // words; its small relative error is not needed.
      return Math.min(0, difference) - Math.log(1 + Math.exp(-Math.abs(difference)));
    }

    @Override
    public String label() {
      return "barker";
    }
  }
}
