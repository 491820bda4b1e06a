package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import java.util.List;

/**
 * A neural network f whose output is a term of an energy, and that learns. Implementations need a
 * library for automatic differentiation, which this module does without. Not thread-safe; {@link
 * #close} frees what is outside the heap.
 */
public interface EnergyNetwork extends AutoCloseable {
  /** Makes networks; found by {@link java.util.ServiceLoader}. */
  interface Factory {
    /** Returns a network with the weights that it begins with, which its random numbers give. */
    EnergyNetwork create(Architecture architecture, Training training);
  }

  /**
   * The sizes of a residual network on images: a convolution, then blocks of two convolutions and a
   * shortcut each, the first two of which halve rows and columns, then the mean over all places and
   * a linear output. Swish is the activation.
   *
   * @param rows of an image, at least 1
   * @param columns of an image, at least 1
   * @param channels of every layer, at least 1
   * @param blocks at least 2
   */
  record Architecture(int rows, int columns, int channels, int blocks) {
    /** Checks the sizes. */
    public Architecture {
      if (rows < 1 || columns < 1 || channels < 1 || blocks < 2) {
        throw new IllegalArgumentException(
            "%d × %d pixels, %d channels, %d blocks".formatted(rows, columns, channels, blocks));
      }
    }
  }

  /**
   * How a network learns.
   *
   * @param learningRate of Adam, above 0
   * @param decay of the moving average of the weights, w̄ ← decay w̄ + (1 − decay) w after every
   *     step; at least 0 and below 1
   * @param seed of the weights at first
   */
  record Training(double learningRate, double decay, long seed) {
    /** Checks the ranges. */
    public Training {
      if (!(learningRate > 0) || !(decay >= 0 && decay < 1)) {
        throw new IllegalArgumentException(
            "learning rate %s, decay %s".formatted(learningRate, decay));
      }
    }
  }

  /** Which weights a network is asked with. */
  enum Weights {
    /** Those after the last step of learning. */
    LATEST,
    /** Their moving average. */
    AVERAGED
  }

  /**
   * Returns f, in nats, and its gradient by the input, one slope a pixel.
   *
   * @param inputs images, pixels row by row; at least one
   * @param slopes whether the gradients are asked for
   * @param weights with which weights
   * @throws ArithmeticException if f or a slope is not finite, as after learning that diverges
   */
  List<Evaluation> run(List<double[]> inputs, boolean slopes, Weights weights);

  /**
   * Makes one step of Adam up the gradient of the mean of f over the data minus that over the
   * samples (contrastive divergence), and takes the weights into their average.
   *
   * @param data whose f is to rise, at least one
   * @param samples of the model, whose f is to fall, at least one
   */
  void learn(List<State> data, List<State> samples);

  @Override
  void close();
}
