package dev.infill.core.energy;

/**
 * Unordered categories, represented by one-hot vectors (DLP, App. B).
 *
 * @param size the number of categories, at least 1
 */
public record Categorical(int size) implements Domain {
  /** Checks the size. */
  public Categorical {
    if (size < 1) {
      throw new IllegalArgumentException("a domain needs at least one category, not " + size);
    }
  }

  @Override
  public int gradientLength() {
    return size;
  }

  @Override
  public double squaredDistance(int a, int b) {
    return a == b ? 0 : 2;
  }

  @Override
  public double firstOrderDifference(double[] gradient, int from, int to) {
    return gradient[to] - gradient[from];
  }

  @Override
  public SparseVector embedded(int index) {
    return SparseVector.of(size, new int[] {index}, new double[] {1});
  }

  @Override
  public double product(double[] gradient, int index) {
    return gradient[index];
  }

  @Override
  public double squaredDistance(int index, SparseVector point) {
    return 1 - 2 * point.get(index) + point.squaredNorm();
  }

  @Override
  public SparseVector projected(double[] point) {
    return SimplexProjection.of(point);
  }
}
