package dev.infill.core.energy;

import java.util.Arrays;

/**
 * A vector x ∈ ℝⁿ with few components that are not 0: one coordinate in the space that its {@link
 * Domain} is embedded in, at a value or between values. Immutable.
 */
public final class SparseVector {
  private final int length;
  private final int[] indices;
  private final double[] values;

  private SparseVector(int length, int[] indices, double[] values) {
    this.length = length;
    this.indices = indices;
    this.values = values;
  }

  /**
   * Returns the vector of these components; the others are 0.
   *
   * @param length n, at least 1
   * @param indices their indices, strictly increasing, from 0 to n − 1; copied
   * @param values the components, finite; copied
   * @throws IllegalArgumentException if the arrays differ in length or hold something else
   */
  public static SparseVector of(int length, int[] indices, double[] values) {
    if (indices.length != values.length) {
      throw new IllegalArgumentException(
          indices.length + " indices of " + values.length + " components");
    }
    int last = -1;
    for (int k = 0; k < indices.length; k++) {
      if (indices[k] <= last || indices[k] >= length) {
        throw new IllegalArgumentException(
            "indices must increase and stay below " + length + ": " + Arrays.toString(indices));
      }
      if (!Double.isFinite(values[k])) {
        throw new IllegalArgumentException(
            "component " + indices[k] + " must be finite, not " + values[k]);
      }
      last = indices[k];
    }
    return new SparseVector(length, indices.clone(), values.clone());
  }

  /** Returns the number of kept components; all others are 0. */
  public int support() {
    return indices.length;
  }

  /**
   * Returns the index of the component at a place.
   *
   * @param place 0 ≤ place &lt; {@link #support()}
   */
  public int index(int place) {
    return indices[place];
  }

  /**
   * Returns the component at a place.
   *
   * @param place 0 ≤ place &lt; {@link #support()}
   */
  public double value(int place) {
    return values[place];
  }

  /**
   * Returns a component.
   *
   * @param index 0 ≤ index &lt; n
   */
  public double get(int index) {
    int place = Arrays.binarySearch(indices, index);
    return place < 0 ? 0 : values[place];
  }

  /**
   * Returns the product with a vector of length n.
   *
   * @param other y
   * @return x · y
   */
  public double dot(double[] other) {
    double sum = 0;
    for (int k = 0; k < indices.length; k++) {
      sum += values[k] * other[indices[k]];
    }
    return sum;
  }

  /** Returns ‖x‖². */
  public double squaredNorm() {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseVector vector
        && length == vector.length
        && Arrays.equals(indices, vector.indices)
        && Arrays.equals(values, vector.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(indices) + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int k = 0; k < indices.length; k++) {
      text.append(k == 0 ? "" : ", ").append(indices[k]).append(": ").append(values[k]);
    }
    return text.append("]").toString();
  }
}
