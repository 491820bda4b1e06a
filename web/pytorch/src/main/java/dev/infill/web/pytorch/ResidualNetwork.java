package dev.infill.web.pytorch;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.training.GradientCollector;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.EnergyNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The residual network of {@link EnergyNetwork.Architecture}, in float32. Weights and biases begin
 * uniform within ±1/√(inputs of a place), as PyTorch's layers do.
 */
final class ResidualNetwork implements EnergyNetwork {
  private static final int KERNEL = 3;

  /** The first blocks, which halve rows and columns. */
  private static final int HALVING = 2;

  /**
   * Channels of the layers are a multiple of it. oneDNN, which PyTorch 2.7.1 runs convolutions of
   * float32 by, keeps channels in blocks of 8 or 16. Where the last one was not full, slopes were
   * wrong by as much as they are large, or not finite, on an AMD processor with AVX-512.
   */
  private static final int BLOCK = 16;

  private final Engine engine;
  private final NDManager manager;
  private final Architecture architecture;
  private final Training training;
  private final Optimizer adam;
  private final List<NDArray> latest = new ArrayList<>();
  private final List<NDArray> averaged = new ArrayList<>();

  ResidualNetwork(Engine engine, Architecture architecture, Training training) {
    if (architecture.channels() % BLOCK != 0) {
      throw new IllegalArgumentException(
          "%d channels; PyTorch's slopes can be relied on for multiples of %d"
              .formatted(architecture.channels(), BLOCK));
    }
    this.engine = engine;
    this.manager = engine.newBaseManager(Device.cpu());
    this.architecture = architecture;
    this.training = training;
    this.adam =
        Optimizer.adam()
            .optLearningRateTracker(Tracker.fixed((float) training.learningRate()))
            .build();
    SplittableRandom random = new SplittableRandom(training.seed());
    int channels = architecture.channels();
    add(random, channels, 1, KERNEL);
    for (int block = 0; block < architecture.blocks(); block++) {
      add(random, channels, channels, KERNEL);
      add(random, channels, channels, KERNEL);
      if (block < HALVING) {
        add(random, channels, channels, 1);
      }
    }
    double bound = 1 / Math.sqrt(channels);
    add(random, bound, new Shape(channels, 1));
    add(random, bound, new Shape(1));
  }

  /** Adds the weights and the biases of a convolution. */
  private void add(SplittableRandom random, int outputs, int inputs, int kernel) {
    double bound = 1 / Math.sqrt((double) inputs * kernel * kernel);
    add(random, bound, new Shape(outputs, inputs, kernel, kernel));
    add(random, bound, new Shape(outputs));
  }

  private void add(SplittableRandom random, double bound, Shape shape) {
    float[] weights = new float[(int) shape.size()];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = (float) random.nextDouble(-bound, bound);
    }
    latest.add(manager.create(weights, shape));
    averaged.add(manager.create(weights, shape));
  }

  @Override
  public List<Evaluation> run(List<double[]> inputs, boolean slopes, Weights weights) {
    if (inputs.size() == 1) {
      // PyTorch leaves convolutions of a single image to NNPACK, which warns each time on a
      // processor that it does not know.
      return run(List.of(inputs.get(0), inputs.get(0)), slopes, weights).subList(0, 1);
    }
    List<NDArray> parameters = weights == Weights.LATEST ? latest : averaged;
    try (NDManager scope = manager.newSubManager()) {
      NDArray images = images(inputs, scope);
      if (!slopes) {
        return evaluations(values(images, parameters).toFloatArray(), new float[0]);
      }
      images.setRequiresGradient(true);
      try (GradientCollector collector = engine.newGradientCollector()) {
        NDArray values = values(images, parameters);
        collector.backward(values.sum());
        return evaluations(values.toFloatArray(), images.getGradient().toFloatArray());
      }
    }
  }

  private List<Evaluation> evaluations(float[] values, float[] slopes) {
    int pixels = slopes.length / values.length;
    List<Evaluation> evaluations = new ArrayList<>(values.length);
    for (int k = 0; k < values.length; k++) {
      boolean isFinite = Float.isFinite(values[k]);
      double[][] gradient = new double[pixels][1];
      for (int i = 0; i < pixels; i++) {
        gradient[i][0] = slopes[k * pixels + i];
        isFinite &= Double.isFinite(gradient[i][0]);
      }
      if (!isFinite) {
        throw new ArithmeticException("the network's output is not finite: learning has diverged");
      }
      evaluations.add(new Evaluation(values[k], new double[0], gradient));
    }
    return evaluations;
  }

  @Override
  public void learn(List<State> data, List<State> samples) {
    try (NDManager scope = manager.newSubManager()) {
      List<double[]> inputs = new ArrayList<>();
      data.forEach(state -> inputs.add(values(state)));
      samples.forEach(state -> inputs.add(values(state)));
      NDArray images = images(inputs, scope);
      latest.forEach(parameter -> parameter.setRequiresGradient(true));
      try (GradientCollector collector = engine.newGradientCollector()) {
        NDArray values = values(images, latest);
        NDArray rising = values.get("0:" + data.size()).mean();
        NDArray falling = values.get(data.size() + ":").mean();
        // Adam goes downhill.
        collector.backward(falling.sub(rising));
        for (int k = 0; k < latest.size(); k++) {
          // What is made of the weights lies beside them, not in the scope. Adam clears a gradient.
          try (NDArray gradient = latest.get(k).getGradient()) {
            adam.update(String.valueOf(k), latest.get(k), gradient);
          }
        }
      } finally {
        latest.forEach(parameter -> parameter.setRequiresGradient(false));
      }
      for (int k = 0; k < latest.size(); k++) {
        try (NDArray part = latest.get(k).mul(1 - training.decay())) {
          averaged.get(k).muli(training.decay()).addi(part);
        }
      }
    }
  }

  /** Returns how many arrays there are outside the heap. */
  int arrays() {
    return manager.getManagedArrays().size();
  }

  /** Returns f of each image. */
  private NDArray values(NDArray images, List<NDArray> parameters) {
    int next = 0;
    NDArray hidden = convolved(images, parameters, next, 1, 1);
    next += 2;
    for (int block = 0; block < architecture.blocks(); block++) {
      int stride = block < HALVING ? 2 : 1;
      NDArray made = swish(convolved(hidden, parameters, next, stride, 1));
      made = convolved(made, parameters, next + 2, 1, 1);
      next += 4;
      NDArray shortcut = hidden;
      if (block < HALVING) {
        shortcut = convolved(hidden, parameters, next, stride, 0);
        next += 2;
      }
      hidden = swish(made.add(shortcut));
    }
    long[] shape = hidden.getShape().getShape();
    NDArray means = hidden.reshape(shape[0], shape[1], shape[2] * shape[3]).mean(new int[] {2});
    return means.matMul(parameters.get(next)).add(parameters.get(next + 1)).flatten();
  }

  /**
   * Returns x σ(x). No number of Java may be a factor where gradients are taken: DJL frees its
   * memory at the next collection of garbage, and PyTorch reads it again on the way back. So not by
   * {@link Activation#swish}.
   */
  private static NDArray swish(NDArray x) {
    return x.mul(Activation.sigmoid(x));
  }

  private static NDArray convolved(
      NDArray input, List<NDArray> parameters, int at, int stride, int padding) {
    return Conv2d.conv2d(
            input,
            parameters.get(at),
            parameters.get(at + 1),
            new Shape(stride, stride),
            new Shape(padding, padding))
        .singletonOrThrow();
  }

  private NDArray images(List<double[]> inputs, NDManager scope) {
    int pixels = architecture.rows() * architecture.columns();
    float[] values = new float[inputs.size() * pixels];
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) inputs.get(k / pixels)[k % pixels];
    }
    return scope.create(
        values, new Shape(inputs.size(), 1, architecture.rows(), architecture.columns()));
  }

  private static double[] values(State state) {
    double[] values = new double[state.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = state.get(i);
    }
    return values;
  }

  @Override
  public void close() {
    manager.close();
  }
}
