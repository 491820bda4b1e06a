package dev.infill.core.energy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * hᵢ(· | θ_\i): one coordinate of an energy U(θ) = Σᵢ hᵢ(θᵢ | θ_\i), given the others. Immutable.
 */
public final class Conditional {
  private final double[] terms;

  /** fᵢ at T = 1, made on the first use. */
  private @Nullable CategoricalDistribution distribution;

  /**
   * Creates a conditional; the array is taken over and must not be changed afterwards.
   *
   * @param terms hᵢ(v | θ_\i) for each index v of Θᵢ, in nats; at most 0 if U is their sum
   */
  public Conditional(double[] terms) {
    this.terms = terms;
  }

  /** Returns the number of indices. */
  public int size() {
    return terms.length;
  }

  /**
   * Returns hᵢ(v | θ_\i), in nats.
   *
   * @param index 0 ≤ index &lt; {@link #size()}
   */
  public double term(int index) {
    return terms[index];
  }

  /**
   * Returns log fᵢ(v | θ_\i) in nats, at most 0, if U is a sum.
   *
   * @param index 0 ≤ index &lt; {@link #size()}
   */
  public double logProbability(int index) {
    // At most 0 in exact arithmetic; float32 can exceed it by a rounding where f is almost 1.
    return Math.min(0, terms[index]);
  }

  /** Returns fᵢ(· | θ_\i) normalised over Θᵢ. */
  public CategoricalDistribution distribution() {
    CategoricalDistribution made = distribution;
    if (made == null) {
      made = CategoricalDistribution.ofOwnLogWeights(terms);
      distribution = made;
    }
    return made;
  }

  /**
   * Returns fᵢ^(1/T) normalised over Θᵢ.
   *
   * @param temperature T, positive
   */
  CategoricalDistribution distribution(double temperature) {
    return temperature == 1
        ? distribution()
        : CategoricalDistribution.ofOwnLogWeights(
            Arrays.stream(terms).map(term -> term / temperature).toArray());
  }

  /** Returns the own-term gradient at the coordinate: all hᵢ(v | θ_\i); not to be changed. */
  public double[] ownTerm() {
    return terms;
  }
}
