package dev.infill.core.energy;

/**
 * Equally spaced integers {first, first + stride, …}: binary {0, 1}, spins {−1, +1}, integer ranges
 * (DLP, eq. 2 and Algorithm 2).
 *
 * @param first the smallest value
 * @param stride the distance of neighbours, at least 1
 * @param size the number of values, at least 1
 */
public record Ordinal(int first, int stride, int size) implements Domain {
  /** Checks stride and size, and that all values are ints. */
  public Ordinal {
    if (size < 1 || stride < 1) {
      throw new IllegalArgumentException(
          "a domain needs size and stride of at least 1, not " + size + " and " + stride);
    }
    long last = first + (long) stride * (size - 1);
    if (last > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a domain's largest value cannot be " + last);
    }
  }

  /** Returns {0, 1}. */
  public static Ordinal binary() {
    return new Ordinal(0, 1, 2);
  }

  /** Returns {−1, +1}. */
  public static Ordinal spin() {
    return new Ordinal(-1, 2, 2);
  }

  /**
   * Returns {smallest, …, largest}.
   *
   * @param smallest the first value
   * @param largest the last value, not below the first
   */
  public static Ordinal range(int smallest, int largest) {
    return new Ordinal(smallest, 1, Math.addExact(Math.subtractExact(largest, smallest), 1));
  }

  /**
   * Returns the value at an index.
   *
   * @param index 0 ≤ index &lt; size
   */
  public int value(int index) {
    return first + stride * index;
  }

  @Override
  public int gradientLength() {
    return 1;
  }

  @Override
  public double squaredDistance(int a, int b) {
    double difference = (double) stride * (a - b);
    return difference * difference;
  }

  @Override
  public double firstOrderDifference(double[] gradient, int from, int to) {
    return gradient[0] * stride * (to - from);
  }

  @Override
  public SparseVector embedded(int index) {
    return number(value(index));
  }

  @Override
  public double product(double[] gradient, int index) {
    return gradient[0] * value(index);
  }

  @Override
  public double squaredDistance(int index, SparseVector point) {
    double difference = value(index) - point.get(0);
    return difference * difference;
  }

  @Override
  public SparseVector projected(double[] point) {
    return number(Math.max(value(0), Math.min(value(size - 1), point[0])));
  }

  private static SparseVector number(double value) {
    return SparseVector.of(1, new int[] {0}, new double[] {value});
  }
}
