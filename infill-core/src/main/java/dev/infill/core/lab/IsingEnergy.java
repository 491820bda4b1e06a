package dev.infill.core.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The Ising model on a rectangular lattice with open borders: U(θ) = a θᵀJθ + b Σθᵢ, θᵢ ∈ {−1, +1},
 * J the adjacency matrix of 0s and 1s, so that every pair of neighbours counts twice (Zhang, Liu
 * &amp; Liu 2022, App. I.1 and I.2). Coordinates run row by row.
 */
public final class IsingEnergy implements ClosedFormEnergy {
  private final LogQuadraticEnergy quadratic;

  private IsingEnergy(LogQuadraticEnergy quadratic) {
    this.quadratic = quadratic;
  }

  /**
   * Returns the energy.
   *
   * @param rows rows of the lattice, at least 1
   * @param columns columns of the lattice, at least 1
   * @param connectivity a
   * @param bias b
   */
  public static IsingEnergy of(int rows, int columns, double connectivity, double bias) {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException("a lattice of " + rows + " × " + columns);
    }
    int size = Math.multiplyExact(rows, columns);
    double[][] weights = new double[size][size];
    double[] biases = new double[size];
    for (int i = 0; i < size; i++) {
      biases[i] = bias;
      if ((i + 1) % columns != 0) {
        weights[i][i + 1] = connectivity;
        weights[i + 1][i] = connectivity;
      }
      if (i + columns < size) {
        weights[i][i + columns] = connectivity;
        weights[i + columns][i] = connectivity;
      }
    }
    return new IsingEnergy(
        LogQuadraticEnergy.of(Collections.nCopies(size, Ordinal.spin()), weights, biases));
  }

  @Override
  public List<Domain> domains() {
    return quadratic.domains();
  }

  @Override
  public double energyAt(State state) {
    return quadratic.energyAt(state);
  }

  @Override
  public double[][] gradientAt(State state) {
    return quadratic.gradientAt(state);
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return quadratic.relaxation();
  }
}
