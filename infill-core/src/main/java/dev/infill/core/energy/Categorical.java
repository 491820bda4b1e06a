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
}
