package dev.infill.core.energy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What an energy U(θ) = Σᵢ hᵢ(θᵢ | θ_\i) and its model say of one coordinate, given the others: its
 * context θ_\i. Immutable.
 */
public final class Conditional {
  private final double[] terms;
  private final double temperature;

  /** Made when it is first asked for; made twice it would be the same. */
  private @Nullable CategoricalDistribution distribution;

  /**
   * Creates a conditional; the array is taken over and must not be changed afterwards.
   *
   * @param terms hᵢ(v | θ_\i) = log fᵢ(v | θ_\i) for each index v of Θᵢ, in nats, at most 0
   */
  public Conditional(double[] terms) {
    this(terms, 1);
  }

  private Conditional(double[] terms, double temperature) {
    this.terms = terms;
    this.temperature = temperature;
  }

  /**
   * Returns this conditional for the target π^(1/T): the terms divided by T, the model's
   * probabilities as they are.
   *
   * @param divisor T, positive
   */
  Conditional tempered(double divisor) {
    return new Conditional(
        Arrays.stream(terms).map(term -> term / divisor).toArray(), temperature * divisor);
  }

  /** Returns the number of indices. */
  public int size() {
    return terms.length;
  }

  /**
   * Returns hᵢ(v | θ_\i), what a value adds to U, in nats.
   *
   * @param index 0 ≤ index &lt; {@link #size()}
   */
  public double term(int index) {
    return terms[index];
  }

  /**
   * Returns log fᵢ(v | θ_\i), normalised over all that the model knows, in nats.
   *
   * @param index 0 ≤ index &lt; {@link #size()}
   */
  public double logProbability(int index) {
    // At most 0 in exact arithmetic; float32 can exceed it by a rounding where f is almost 1.
    return Math.min(0, terms[index] * temperature);
  }

  /** Returns fᵢ(· | θ_\i) normalised over Θᵢ; of a tempered one, fᵢ^(1/T). */
  public CategoricalDistribution distribution() {
    CategoricalDistribution made = distribution;
    if (made == null) {
      made = CategoricalDistribution.ofOwnLogWeights(terms);
      distribution = made;
    }
    return made;
  }

  /**
   * Returns what a change of the coordinate does to its own term, the own-term gradient's
   * first-order estimate of what it does to U.
   *
   * @param domain Θᵢ
   * @param from the index of θᵢ
   * @param to the index of the proposed value
   */
  public double firstOrderDifference(Domain domain, int from, int to) {
    return domain.firstOrderDifference(terms, from, to);
  }

  /** Returns the own-term gradient at the coordinate: the terms themselves, not to be changed. */
  double[] ownTerm() {
    return terms;
  }
}
