package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.continuous.Adam;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Trains a restricted Boltzmann machine in batches, with Adam: by contrastive divergence (CD-k,
 * Hinton 2002), or on samples that come from elsewhere. It begins as in the papers' published code:
 * visible biases that are the log-odds of the data, weights uniform within ±1/√d, no hidden biases.
 */
final class ContrastiveDivergence {
  private final int visible;
  private final int hidden;
  private final double[] parameters;
  private final Adam adam;
  private final RandomGenerator random;

  /**
   * Begins.
   *
   * @param odds the visible biases at first
   * @param hidden hidden units
   * @param learningRate of Adam
   */
  ContrastiveDivergence(double[] odds, int hidden, double learningRate, RandomGenerator random) {
    this.visible = odds.length;
    this.hidden = hidden;
    this.parameters = new double[hidden * visible + hidden + visible];
    this.adam = new Adam(parameters.length, learningRate);
    this.random = random;
    for (int k = 0; k < hidden * visible; k++) {
      parameters[k] = (2 * random.nextDouble() - 1) / Math.sqrt(visible);
    }
    System.arraycopy(odds, 0, parameters, hidden * visible + hidden, visible);
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

  /** Makes a step of CD-k on a batch of data. */
  void learn(List<State> batch, int k) {
    RestrictedBoltzmannMachine machine = machine();
    List<State> samples = batch;
    for (int made = 0; made < k; made++) {
      samples = samples.stream().map(sample -> machine.resample(sample, random)).toList();
    }
    learn(machine, batch, samples);
  }

  /**
   * Makes a step uphill.
   *
   * @param data whose U is to rise
   * @param samples of the machine, whose U is to fall
   */
  void learn(List<State> data, List<State> samples) {
    learn(machine(), data, samples);
  }

  private void learn(RestrictedBoltzmannMachine machine, List<State> data, List<State> samples) {
    double[] gradient = new double[parameters.length];
    for (State state : data) {
      add(state, machine.hiddenProbabilities(state), 1.0 / data.size(), gradient);
    }
    for (State state : samples) {
      add(state, machine.hiddenProbabilities(state), -1.0 / samples.size(), gradient);
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
