package dev.infill.core.energy;

/**
 * The finite set Θᵢ of the values v of one coordinate, and x(v), which stands for a value in the
 * energy (Zhang, Liu &amp; Liu 2022, eq. 2): a one-hot vector for categories (App. B), the number
 * itself for ordinals.
 *
 * <p>A {@link State} holds the <em>index</em> of a value, 0 ≤ index &lt; {@link #size()}.
 */
public sealed interface Domain permits Categorical, Ordinal {
  /** Returns the number of values, at least 1. */
  int size();

  /** Returns the length n of ∇Uᵢ and x(v): one number per category, or one in all. */
  int gradientLength();

  /**
   * Returns ‖x(a) − x(b)‖², which is 2 for every two categories.
   *
   * @param a an index
   * @param b an index
   */
  double squaredDistance(int a, int b);

  /**
   * Returns ∇U(θ)ᵢ · (x(to) − x(from)), the first-order estimate of the change of U.
   *
   * @param gradient ∇U(θ)ᵢ, of length n
   * @param from the index of θᵢ
   * @param to the index of the proposed value
   */
  double firstOrderDifference(double[] gradient, int from, int to);

  /**
   * Returns x(v), a point of ℝⁿ.
   *
   * @param index the index of v
   */
  SparseVector embedded(int index);

  /**
   * Returns ∇U(x)ᵢ · x(v).
   *
   * @param gradient ∇U(x)ᵢ, of length n
   * @param index the index of v
   */
  double product(double[] gradient, int index);

  /**
   * Returns ‖x(v) − c‖².
   *
   * @param index the index of v
   * @param point c ∈ ℝⁿ
   */
  double squaredDistance(int index, SparseVector point);

  /**
   * Returns the nearest point of the convex hull of all x(v): of the probability simplex for
   * categories, of the interval from the smallest to the largest number for ordinals.
   *
   * @param point a point of ℝⁿ; components may be −∞, not all of them, and none +∞ or NaN
   */
  SparseVector projected(double[] point);
}
