package dev.infill.core.energy;

/**
 * The finite set Θᵢ that one coordinate takes its values from, and how those values enter the
 * gradient and the distance of the discrete Langevin proposal (Zhang, Liu &amp; Liu 2022, eq. 2).
 *
 * <p>A {@link State} holds the <em>index</em> of a value, 0 ≤ index &lt; {@link #size()}.
 */
public sealed interface Domain permits Categorical, Ordinal {
  /** Returns how many values there are, at least 1. */
  int size();

  /** Returns how many numbers ∇U holds for this coordinate: one per category, or one in all. */
  int gradientLength();

  /**
   * Returns ‖x(a) − x(b)‖², where x(·) is how a value enters the energy: a one-hot vector for
   * categories (so 2 for every a ≠ b, App. B), the number itself for ordinals.
   *
   * @param a an index
   * @param b an index
   */
  double squaredDistance(int a, int b);

  /**
   * Returns ∇U(θ)ᵢ · (x(to) − x(from)), the first-order estimate of what the change does to U.
   *
   * @param gradient ∇U(θ)ᵢ, of length {@link #gradientLength()}
   * @param from the index of θᵢ
   * @param to the index of the proposed value
   */
  double firstOrderDifference(double[] gradient, int from, int to);

  /**
   * Returns x(v), how a value enters the energy, as a point of ℝⁿ, n = {@link #gradientLength()}: a
   * one-hot vector, or the number.
   *
   * @param index the index of v
   */
  SparseVector embedded(int index);

  /**
   * Returns ∇U(x)ᵢ · x(v).
   *
   * @param gradient ∇U(x)ᵢ, of length {@link #gradientLength()}
   * @param index the index of v
   */
  double product(double[] gradient, int index);

  /**
   * Returns ‖x(v) − c‖².
   *
   * @param index the index of v
   * @param point c, of length {@link #gradientLength()}
   */
  double squaredDistance(int index, SparseVector point);

  /**
   * Returns the point of the convex hull of all x(v) that is nearest to a point: the probability
   * simplex for categories, the interval from the smallest to the largest number for ordinals.
   *
   * @param point a point of ℝⁿ, n = {@link #gradientLength()}; components may be −∞, not all of
   *     them, and none +∞ or NaN
   */
  SparseVector projected(double[] point);
}
