package dev.infill.evaluation.lab.continuous;

import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** How the scales of a {@link ScaleMixture}'s pairs are distributed. */
public interface ScalePrior {
  /** Draws the scales of some pairs, each positive. */
  List<Double> draw(int pairs, RandomGenerator random);

  /**
   * Draws the scales given the pairs: exactly, from their conditional distribution.
   *
   * @param squares xᵀ Σ⁻¹ x of every pair, as if its scale were 1
   */
  List<Double> given(double[] squares, RandomGenerator random);

  /**
   * Returns discrete scales: each pair has 1 or another one, with probability ½ each.
   *
   * @param wide the other one, positive
   */
  static ScalePrior binary(double wide) {
    return new ScalePrior() {
      @Override
      public List<Double> draw(int pairs, RandomGenerator random) {
        return Stream.generate(() -> random.nextBoolean() ? wide : 1).limit(pairs).toList();
      }

      @Override
      public List<Double> given(double[] squares, RandomGenerator random) {
        return DoubleStream.of(squares)
            .mapToObj(
                square -> {
                  // Of N(0, s² Σ) on the plane, log π = −2 log s − square / (2 s²).
                  double logOdds = -2 * Math.log(wide) + square * (1 - 1 / (wide * wide)) / 2;
                  return random.nextDouble() < 1 / (1 + Math.exp(-logOdds)) ? wide : 1;
                })
            .toList();
      }
    };
  }

  /**
   * Returns one scale τ of all pairs, 1/τ² with a gamma distribution of mean 1: a variance
   * hyperparameter.
   *
   * @param shape of the gamma distribution, at least 1
   */
  static ScalePrior common(int shape) {
    return new ScalePrior() {
      @Override
      public List<Double> draw(int pairs, RandomGenerator random) {
        return scales(pairs, gamma(shape, random) / shape);
      }

      @Override
      public List<Double> given(double[] squares, RandomGenerator random) {
        double rate = shape + DoubleStream.of(squares).sum() / 2;
        return scales(squares.length, gamma(shape + squares.length, random) / rate);
      }

      private static List<Double> scales(int pairs, double precision) {
        return Collections.nCopies(pairs, 1 / Math.sqrt(precision));
      }

      private static double gamma(int shape, RandomGenerator random) {
        return DoubleStream.generate(random::nextExponential).limit(shape).sum();
      }
    };
  }
}
