package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.StationaryDistribution;
import java.util.List;

/**
 * The probabilities of all moves between the states of a small energy, and what follows of them.
 */
final class TransitionMatrix {
  private final double[][] matrix;
  private final double[] stationary;

  private TransitionMatrix(double[][] matrix) {
    this.matrix = matrix;
    this.stationary = StationaryDistribution.of(matrix);
  }

  /** Returns the matrix of DULA, which goes where it proposes to. */
  static TransitionMatrix of(DiscreteLangevin dula, Energy energy, Enumeration target) {
    Target sampled = Target.of(energy);
    List<State> states = target.space().states();
    double[][] matrix = new double[states.size()][states.size()];
    for (int from = 0; from < matrix.length; from++) {
      for (int to = 0; to < matrix.length; to++) {
        matrix[from][to] =
            Math.exp(dula.logProposalProbability(sampled, states.get(from), states.get(to)));
      }
    }
    return new TransitionMatrix(matrix);
  }

  /** Returns the distribution that it leaves invariant. */
  double[] stationary() {
    return stationary.clone();
  }

  /** Returns the share of steps that lead elsewhere. */
  double moves() {
    double moves = 0;
    for (int state = 0; state < matrix.length; state++) {
      moves += stationary[state] * (1 - matrix[state][state]);
    }
    return moves;
  }

  /** Returns what a function of states has on average a step later, by state. */
  double[] expected(double[] values) {
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
   * bound, of a chain of two states.
   */
  double sensitivity() {
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
