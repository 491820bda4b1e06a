package dev.infill.evaluation.lab;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.EnergyNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** f(x) = xᵀWx with a symmetric W, in place of a network; learns by plain gradient steps. */
class QuadraticNetwork implements EnergyNetwork {
  private final double[][] latest;
  private final double[][] averaged;
  private final Training training;
  private int asked;
  private int learned;

  /** Makes them. */
  public static final class Factory implements EnergyNetwork.Factory {
    @Override
    public EnergyNetwork create(Architecture architecture, Training training) {
      return new QuadraticNetwork(architecture.rows() * architecture.columns(), training);
    }
  }

  QuadraticNetwork(int pixels, Training training) {
    this.training = training;
    latest = new double[pixels][pixels];
    averaged = new double[pixels][pixels];
    SplittableRandom random = new SplittableRandom(training.seed());
    for (int i = 0; i < pixels; i++) {
      for (int j = 0; j < i; j++) {
        latest[i][j] = latest[j][i] = random.nextDouble(-0.3, 0.3);
        averaged[i][j] = averaged[j][i] = latest[i][j];
      }
    }
  }

  /** Returns how many inputs it was asked for. */
  int asked() {
    return asked;
  }

  /** Returns how many steps of learning it made. */
  int learned() {
    return learned;
  }

  @Override
  public List<Evaluation> run(List<double[]> inputs, boolean slopes, Weights weights) {
    double[][] matrix = weights == Weights.LATEST ? latest : averaged;
    List<Evaluation> all = new ArrayList<>();
    for (double[] x : inputs) {
      asked++;
      double value = 0;
      double[] gradient = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < x.length; j++) {
          gradient[i] += 2 * matrix[i][j] * x[j];
          value += matrix[i][j] * x[i] * x[j];
        }
      }
      all.add(
          new Evaluation(
              value, new double[0], slopes ? SmoothEnergy.columns(gradient) : new double[0][]));
    }
    return all;
  }

  @Override
  public void learn(List<State> data, List<State> samples) {
    learned++;
    add(data, 1.0 / data.size());
    add(samples, -1.0 / samples.size());
    for (int i = 0; i < latest.length; i++) {
      for (int j = 0; j < latest.length; j++) {
        averaged[i][j] += (1 - training.decay()) * (latest[i][j] - averaged[i][j]);
      }
    }
  }

  private void add(List<State> states, double factor) {
    for (State state : states) {
      for (int i = 0; i < latest.length; i++) {
        for (int j = 0; j < latest.length; j++) {
          if (i != j) {
            latest[i][j] += 0.05 * factor * state.get(i) * state.get(j);
          }
        }
      }
    }
  }

  @Override
  public void close() {}
}
