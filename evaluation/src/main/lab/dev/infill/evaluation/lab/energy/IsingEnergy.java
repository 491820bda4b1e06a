package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Ordinal;
import java.util.Arrays;
import java.util.Collections;

/**
 * The Ising model on a rectangular lattice: U(θ) = a θᵀJθ + b Σθᵢ, θᵢ ∈ {−1, +1}, J the adjacency
 * matrix of 0s and 1s, so that every pair of neighbours counts twice (Zhang, Liu &amp; Liu 2022,
 * App. I.1 and I.2). Coordinates run row by row.
 */
public final class IsingEnergy {
  private IsingEnergy() {}

  /**
   * Returns the energy on a lattice with open borders.
   *
   * @param rows rows of the lattice, at least 1
   * @param columns columns of the lattice, at least 1
   * @param connectivity a
   * @param bias b
   */
  public static LogQuadraticEnergy of(int rows, int columns, double connectivity, double bias) {
    return of(weights(rows, columns, connectivity), bias);
  }

  /** Returns a J of that lattice. */
  public static double[][] weights(int rows, int columns, double connectivity) {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException("a lattice of " + rows + " × " + columns);
    }
    double[][] weights = new double[Math.multiplyExact(rows, columns)][rows * columns];
    for (int i = 0; i < weights.length; i++) {
      if ((i + 1) % columns != 0) {
        connect(weights, i, i + 1, connectivity);
      }
      if (i + columns < weights.length) {
        connect(weights, i, i + columns, connectivity);
      }
    }
    return weights;
  }

  /**
   * Returns the energy on a torus, a lattice whose last row and column are neighbours of the first:
   * the lattice of the papers' published code, on which every spin has four neighbours.
   *
   * @param rows rows of the lattice, at least 3
   * @param columns columns of the lattice, at least 3
   * @param connectivity a
   * @param bias b
   */
  public static LogQuadraticEnergy torus(int rows, int columns, double connectivity, double bias) {
    return of(torusWeights(rows, columns, connectivity), bias);
  }

  /** Returns a J of that torus. */
  public static double[][] torusWeights(int rows, int columns, double connectivity) {
    if (rows < 3 || columns < 3) {
      throw new IllegalArgumentException(
          "a torus of %d × %d: with fewer than 3, neighbours would count twice"
              .formatted(rows, columns));
    }
    double[][] weights = new double[Math.multiplyExact(rows, columns)][rows * columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        int i = row * columns + column;
        connect(weights, i, row * columns + (column + 1) % columns, connectivity);
        connect(weights, i, (row + 1) % rows * columns + column, connectivity);
      }
    }
    return weights;
  }

  private static void connect(double[][] weights, int i, int j, double connectivity) {
    weights[i][j] = connectivity;
    weights[j][i] = connectivity;
  }

  private static LogQuadraticEnergy of(double[][] weights, double bias) {
    double[] biases = new double[weights.length];
    Arrays.fill(biases, bias);
    return new LogQuadraticEnergy(
        Collections.nCopies(weights.length, Ordinal.spin()), weights, biases);
  }
}
