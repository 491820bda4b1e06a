package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import java.util.Arrays;
import java.util.List;

/** The probabilities of all moves between a few states, and what follows from them. */
public final class TransitionMatrix {
  private final double[][] matrix;
  private final double[] stationary;

  private TransitionMatrix(double[][] matrix) {
    this.matrix = matrix;
    this.stationary = stationary(matrix);
  }

  /**
   * Returns the matrix of DULA, which always goes where it proposes to.
   *
   * @param dula the kernel
   * @param energy what it samples
   * @param space the states of that energy
   */
  public static TransitionMatrix of(DiscreteLangevin dula, Energy energy, StateSpace space) {
    Target sampled = Target.of(energy);
    List<State> states = space.states();
    double[][] matrix = new double[states.size()][states.size()];
    for (int from = 0; from < matrix.length; from++) {
      for (int to = 0; to < matrix.length; to++) {
        matrix[from][to] =
            Math.exp(dula.logProposalProbability(sampled, states.get(from), states.get(to)));
      }
    }
    return new TransitionMatrix(matrix);
  }

  /**
   * Returns p with p = p P, by the elimination of Grassmann, Taksar and Heyman (1985), which never
   * subtracts and so keeps its digits where moves are very unlikely.
   *
   * @param transition P, n × n, row i the probabilities of going from state i; irreducible
   * @return p, of length n, summing to one
   */
  public static double[] stationary(double[][] transition) {
    int n = transition.length;
    double[][] p = Arrays.stream(transition).map(double[]::clone).toArray(double[][]::new);
    for (int k = n - 1; k > 0; k--) {
      double leaving = 0;
      for (int j = 0; j < k; j++) {
        leaving += p[k][j];
      }
      for (int i = 0; i < k; i++) {
        p[i][k] /= leaving;
        for (int j = 0; j < k; j++) {
          p[i][j] += p[i][k] * p[k][j];
        }
      }
    }
    double[] stationary = new double[n];
    stationary[0] = 1;
    double sum = 1;
    for (int k = 1; k < n; k++) {
      for (int i = 0; i < k; i++) {
        stationary[k] += stationary[i] * p[i][k];
      }
      sum += stationary[k];
    }
    for (int k = 0; k < n; k++) {
      stationary[k] /= sum;
    }
    return stationary;
  }

  /** Returns the distribution that the matrix leaves invariant. */
  public double[] stationary() {
    return stationary.clone();
  }

  /** Returns the share of steps that lead to another state. */
  public double moves() {
    double moves = 0;
    for (int state = 0; state < matrix.length; state++) {
      moves += stationary[state] * (1 - matrix[state][state]);
    }
    return moves;
  }

  /** Returns the expected value of a function one step later, by state. */
  public double[] expected(double[] values) {
    double[] expected = new double[values.length];
    for (int from = 0; from < expected.length; from++) {
      for (int to = 0; to < expected.length; to++) {
        expected[from] += matrix[from][to] * values[to];
      }
    }
    return expected;
  }

  /**
   * Returns the largest row sum of |(I − T + 1πᵀ)⁻¹|, the constant of Schweitzer's perturbation
   * bound, of a chain with two states.
   */
  public double sensitivity() {
    double leaving = matrix[0][1] + matrix[1][0];
    double norm = 0;
    for (int from = 0; from < 2; from++) {
      double sum = 0;
      for (int to = 0; to < 2; to++) {
        double projection = stationary[to];
        sum += Math.abs(projection + ((from == to ? 1 : 0) - projection) / leaving);
      }
      norm = Math.max(norm, sum);
    }
    return norm;
  }
}
