package dev.infill.evaluation.lab.energy;

import java.util.Arrays;

/**
 * The exact mean of every spin of an Ising model on a torus, by transfer matrices from row to row:
 * what lattices too large to be enumerated are compared with. It takes rows · 8^columns operations.
 */
public final class IsingMoments {
  private static final int MOST_COLUMNS = 10;

  private final int rows;
  private final int columns;
  private final double[] rowEnergies;
  private final double[][] between;

  private IsingMoments(int rows, int columns, double connectivity, double bias) {
    if (rows < 3 || columns < 3 || columns > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "a torus of %d × %d; from 3 to %d columns".formatted(rows, columns, MOST_COLUMNS));
    }
    this.rows = rows;
    this.columns = columns;
    this.rowEnergies = new double[1 << columns];
    this.between = new double[1 << columns][1 << columns];
    for (int row = 0; row < rowEnergies.length; row++) {
      for (int k = 0; k < columns; k++) {
        rowEnergies[row] += bias * spin(row, k);
        rowEnergies[row] += 2 * connectivity * spin(row, k) * spin(row, (k + 1) % columns);
      }
      for (int next = 0; next < rowEnergies.length; next++) {
        for (int k = 0; k < columns; k++) {
          between[row][next] += 2 * connectivity * spin(row, k) * spin(next, k);
        }
      }
    }
  }

  private static int spin(int row, int column) {
    return (row >> column & 1) == 1 ? 1 : -1;
  }

  /**
   * Returns E[θᵢ] of every spin of {@link IsingEnergy#torus}: one number, as all spins are alike.
   *
   * @param rows rows of the lattice, at least 3
   * @param columns columns of the lattice, from 3 to 10
   * @param connectivity a
   * @param bias b
   */
  public static double torusMean(int rows, int columns, double connectivity, double bias) {
    return new IsingMoments(rows, columns, connectivity, bias).mean();
  }

  private double mean() {
    double[] diagonal = new double[rowEnergies.length];
    double scale = largest(rowEnergies) + largest(between[0]) + columns * Math.log(2);
    for (int s = 0; s < diagonal.length; s++) {
      // Once around, from row s to row s. The same scale for all, as they are compared.
      double[] message = new double[diagonal.length];
      message[s] = 1;
      for (int row = 0; row < rows; row++) {
        message = through(weighted(message));
        for (int t = 0; t < message.length; t++) {
          message[t] *= Math.exp(-scale);
        }
      }
      diagonal[s] = message[s];
    }
    return mean(normalized(diagonal), 0);
  }

  private static double largest(double[] energies) {
    return Arrays.stream(energies).map(Math::abs).max().orElseThrow();
  }

  private static double mean(double[] marginal, int column) {
    double mean = 0;
    for (int s = 0; s < marginal.length; s++) {
      mean += marginal[s] * spin(s, column);
    }
    return mean;
  }

  private double[] weighted(double[] message) {
    double[] product = new double[message.length];
    for (int s = 0; s < product.length; s++) {
      product[s] = message[s] * Math.exp(rowEnergies[s]);
    }
    return product;
  }

  private double[] through(double[] message) {
    double[] sums = new double[message.length];
    for (int s = 0; s < message.length; s++) {
      for (int t = 0; t < message.length; t++) {
        sums[t] += message[s] * Math.exp(between[s][t]);
      }
    }
    return sums;
  }

  private static double[] normalized(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }
}
