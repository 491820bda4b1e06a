package dev.infill.evaluation.lab.continuous;

import java.util.random.RandomGenerator;

/**
 * Independent copies of a bivariate normal distribution of unit variances (Neal's replicated
 * bivariate Gaussian: ten copies, correlation 0.99): coordinates 2k and 2k + 1 are a pair.
 *
 * @param pairs the number of copies, at least 1
 * @param correlation in (−1, 1)
 */
public record ReplicatedGaussian(int pairs, double correlation) implements Density {
  /** Checks the ranges. */
  public ReplicatedGaussian {
    if (pairs < 1 || !(Math.abs(correlation) < 1)) {
      throw new IllegalArgumentException(
          "%d pairs of correlation %s".formatted(pairs, correlation));
    }
  }

  @Override
  public int dimension() {
    return 2 * pairs;
  }

  @Override
  public double logDensity(double[] position) {
    double[] gradient = gradient(position);
    double sum = 0;
    for (int i = 0; i < position.length; i++) {
      // Of a normal density around 0, log π(x) = x · ∇ log π(x) / 2.
      sum += position[i] * gradient[i] / 2;
    }
    return sum;
  }

  @Override
  public double[] gradient(double[] position) {
    double[] gradient = new double[position.length];
    double determinant = 1 - correlation * correlation;
    for (int i = 0; i < position.length; i++) {
      double other = position[i ^ 1];
      gradient[i] = (correlation * other - position[i]) / determinant;
    }
    return gradient;
  }

  /**
   * Draws a vector.
   *
   * @param random the source of its normal numbers
   */
  public double[] draw(RandomGenerator random) {
    double[] position = new double[dimension()];
    for (int i = 0; i < position.length; i += 2) {
      position[i] = random.nextGaussian();
      position[i + 1] =
          correlation * position[i]
              + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return position;
  }
}
