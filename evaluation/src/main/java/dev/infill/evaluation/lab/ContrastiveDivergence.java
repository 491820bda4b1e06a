package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.continuous.Adam;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Trains a restricted Boltzmann machine by contrastive divergence with one step (CD-1, Hinton
 * 2002), in batches, with Adam.
 */
final class ContrastiveDivergence {
  private static final double FIRST_WEIGHT = 0.05;

  private final int visible;
  private final int hidden;
  private final double[] parameters;
  private final Adam adam;
  private final RandomGenerator random;

  /**
   * Begins with small random weights and no biases.
   *
   * @param visible visible units
   * @param hidden hidden units
   * @param learningRate of Adam
   */
  ContrastiveDivergence(int visible, int hidden, double learningRate, RandomGenerator random) {
    this.visible = visible;
    this.hidden = hidden;
    this.parameters = new double[hidden * visible + hidden + visible];
    this.adam = new Adam(parameters.length, learningRate);
    this.random = random;
    for (int k = 0; k < hidden * visible; k++) {
      parameters[k] = FIRST_WEIGHT * random.nextGaussian();
    }
  }

  /** Returns the machine as it is. */
  RestrictedBoltzmannMachine machine() {
    double[][] weights = new double[hidden][visible];
    for (int k = 0; k < hidden; k++) {
      System.arraycopy(parameters, k * visible, weights[k], 0, visible);
    }
    double[] hiddenBias = new double[hidden];
    double[] visibleBias = new double[visible];
    System.arraycopy(parameters, hidden * visible, hiddenBias, 0, hidden);
    System.arraycopy(parameters, hidden * visible + hidden, visibleBias, 0, visible);
    return RestrictedBoltzmannMachine.of(weights, hiddenBias, visibleBias);
  }

  /** Makes a step on a batch of data. */
  void learn(List<State> batch) {
    RestrictedBoltzmannMachine machine = machine();
    double[] gradient = new double[parameters.length];
    for (State data : batch) {
      State fantasy = machine.resample(data, random);
      add(data, machine.hiddenProbabilities(data), 1.0 / batch.size(), gradient);
      add(fantasy, machine.hiddenProbabilities(fantasy), -1.0 / batch.size(), gradient);
    }
    adam.ascend(parameters, gradient);
  }

  /** Adds the derivatives of U at a state. */
  private void add(State state, double[] up, double factor, double[] gradient) {
    for (int i = 0; i < visible; i++) {
      if (state.get(i) == 1) {
        gradient[hidden * visible + hidden + i] += factor;
      }
    }
    for (int k = 0; k < hidden; k++) {
      double amount = factor * up[k];
      gradient[hidden * visible + k] += amount;
      for (int i = 0; i < visible; i++) {
        gradient[k * visible + i] += amount * state.get(i);
      }
    }
  }
}
