package dev.infill.bert;

import dev.infill.bert.graph.network.PlainBert;
import java.util.function.Function;

/**
 * Tensors by the names under which PyTorch saves them, applied in float64 one number at a time.
 *
 * @param values the numbers of a tensor, row-major
 */
record PlainTensors(Function<String, float[]> values) {
  /** Returns a row of a matrix of that many columns. */
  double[] row(String tensor, int number, int columns) {
    float[] matrix = values.apply(tensor);
    double[] row = new double[columns];
    for (int i = 0; i < columns; i++) {
      row[i] = matrix[number * columns + i];
    }
    return row;
  }

  /** W x + b, W being [out, in]; b is 0 where the module is not biased. */
  double[] linear(String module, double[] x, boolean isBiased) {
    float[] weight = values.apply(module + ".weight");
    double[] y = bias(module, weight.length / x.length, isBiased);
    for (int j = 0; j < y.length; j++) {
      for (int i = 0; i < x.length; i++) {
        y[j] += weight[j * x.length + i] * x[i];
      }
    }
    return y;
  }

  /** γ (x − mean) / √(variance + ε) + β; β is 0 where the module is not biased. */
  double[] normalized(String module, double[] x, double epsilon, boolean isBiased) {
    float[] weight = values.apply(module + ".weight");
    double[] standard = PlainBert.normalize(x, epsilon);
    double[] y = bias(module, x.length, isBiased);
    for (int i = 0; i < y.length; i++) {
      y[i] += weight[i] * standard[i];
    }
    return y;
  }

  private double[] bias(String module, int length, boolean isBiased) {
    double[] bias = new double[length];
    for (int j = 0; isBiased && j < length; j++) {
      bias[j] = values.apply(module + ".bias")[j];
    }
    return bias;
  }

  /** Turns the pairs of numbers i and i + D/2 of a head by position · θ^(−2i/D). */
  static void turn(double[] row, int start, int headSize, int position, double theta) {
    int half = headSize / 2;
    for (int i = start; i < start + half; i++) {
      double angle = position * Math.pow(theta, -2.0 * (i - start) / headSize);
      double x = row[i];
      double y = row[i + half];
      row[i] = x * Math.cos(angle) - y * Math.sin(angle);
      row[i + half] = x * Math.sin(angle) + y * Math.cos(angle);
    }
  }
}
