package dev.infill.bert.graph.network;

import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import java.util.Map;
import java.util.Objects;

/**
 * A BERT, or one of its relatives, in float64, one sequence and one number at a time, written from
 * the papers' equations.
 */
public final class PlainBert implements PlainNetwork {
  private final BertConfiguration configuration;
  private final Architecture architecture;
  private final Map<String, float[]> weights;

  /**
   * Creates a BERT.
   *
   * @param configuration its sizes
   * @param weights each parameter's elements, row-major
   */
  public PlainBert(BertConfiguration configuration, Map<String, float[]> weights) {
    this.configuration = configuration;
    this.architecture = configuration.architecture();
    this.weights = weights;
  }

  /** The rows of the word embeddings that pieces stand for. */
  double[][] embed(long[] pieces) {
    double[][] rows = new double[pieces.length][];
    for (int t = 0; t < pieces.length; t++) {
      rows[t] = word((int) pieces[t]);
    }
    return rows;
  }

  @Override
  public double[] word(int piece) {
    return row("bert/embeddings/word_embeddings", piece);
  }

  @Override
  public double[] logits(double[][] words, int position) {
    int length = words.length;
    double[][] x = new double[length][];
    for (int t = 0; t < length; t++) {
      double[] sum = words[t].clone();
      add(sum, row("bert/embeddings/position_embeddings", architecture.firstPosition() + t));
      if (architecture.tokenTypes() > 0) {
        add(sum, row("bert/embeddings/token_type_embeddings", 0));
      }
      x[t] = normalize("bert/embeddings/", sum);
      if (architecture.projectsEmbeddings()) {
        x[t] = dense("bert/embeddings_project", x[t]);
      }
    }
    for (int layer : architecture.layerParameters()) {
      x = layer("bert/encoder/layer_" + layer + "/", x);
    }
    double[] head = dense("cls/predictions/transform/dense", x[position]);
    for (int h = 0; h < head.length; h++) {
      head[h] = activate(architecture.headActivation().orElseThrow(), head[h]);
    }
    head = normalize("cls/predictions/transform/", head);
    double[] logits = new double[configuration.vocabularySize()];
    for (int v = 0; v < logits.length; v++) {
      logits[v] = weights("cls/predictions/output_bias")[v] + dot(head, decoderRow(v));
    }
    return logits;
  }

  private double[] decoderRow(int piece) {
    return architecture.tiedDecoder() ? word(piece) : row("cls/predictions/decoder", piece);
  }

  private double[][] layer(String prefix, double[][] x) {
    int length = x.length;
    int heads = configuration.heads();
    int size = configuration.hiddenSize() / heads;
    double[][] query = new double[length][];
    double[][] key = new double[length][];
    double[][] value = new double[length][];
    for (int t = 0; t < length; t++) {
      query[t] = dense(prefix + "attention/self/query", x[t]);
      key[t] = dense(prefix + "attention/self/key", x[t]);
      value[t] = dense(prefix + "attention/self/value", x[t]);
    }
    double[][] result = new double[length][];
    for (int t = 0; t < length; t++) {
      double[] context = new double[configuration.hiddenSize()];
      for (int head = 0; head < heads; head++) {
        double[] scores = new double[length];
        for (int u = 0; u < length; u++) {
          for (int d = head * size; d < (head + 1) * size; d++) {
            scores[u] += query[t][d] * key[u][d] / Math.sqrt(size);
          }
          if (architecture.layerForm().relativeBias()) {
            int row = u - t + configuration.maxPositions() - 1;
            scores[u] += weights("bert/encoder/relative_attention_bias")[row * heads + head];
          }
        }
        double normalizer = logSumExp(scores);
        for (int u = 0; u < length; u++) {
          double weight = Math.exp(scores[u] - normalizer);
          for (int d = head * size; d < (head + 1) * size; d++) {
            context[d] += weight * value[u][d];
          }
        }
      }
      double[] attended = dense(prefix + "attention/output/dense", context);
      add(attended, x[t]);
      double[] middle = normalize(prefix + "attention/output/", attended);
      double[] inner = dense(prefix + "intermediate/dense", middle);
      for (int i = 0; i < inner.length; i++) {
        inner[i] = activate(architecture.activation(), inner[i]);
      }
      double[] outer = dense(prefix + "output/dense", inner);
      add(outer, middle);
      result[t] = normalize(prefix + "output/", outer);
    }
    return result;
  }

  private double[] dense(String prefix, double[] x) {
    float[] kernel = weights(prefix + "/kernel");
    float[] bias = weights(prefix + "/bias");
    double[] y = new double[bias.length];
    for (int j = 0; j < y.length; j++) {
      y[j] = bias[j];
    }
    // Along the rows of the kernel, as it lies in memory: most of these tests' time is spent here.
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        y[j] += x[i] * kernel[i * y.length + j];
      }
    }
    return y;
  }

  private double[] normalize(String prefix, double[] x) {
    float[] gamma = weights(prefix + "LayerNorm/gamma");
    float[] beta = weights(prefix + "LayerNorm/beta");
    double[] y = normalize(x, configuration.layerNormEpsilon());
    for (int h = 0; h < y.length; h++) {
      y[h] = gamma[h] * y[h] + beta[h];
    }
    return y;
  }

  /** (x − mean) / √(variance + ε). */
  public static double[] normalize(double[] x, double epsilon) {
    double mean = 0;
    for (double element : x) {
      mean += element / x.length;
    }
    double variance = 0;
    for (double element : x) {
      variance += (element - mean) * (element - mean) / x.length;
    }
    double[] y = new double[x.length];
    for (int h = 0; h < y.length; h++) {
      y[h] = (x[h] - mean) / Math.sqrt(variance + epsilon);
    }
    return y;
  }

  private static double activate(Activation activation, double x) {
    return switch (activation) {
      case GELU -> gelu(x);
      case TANH_GELU -> tanhGelu(x);
      case RELU -> Math.max(x, 0);
      case SILU -> x / (1 + Math.exp(-x));
    };
  }

  /** ½ x (1 + tanh(√(2/π) (x + 0.044715 x³))). */
  public static double tanhGelu(double x) {
    return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
  }

  /** x Φ(x), with erf t = 2/√π exp(−t²) Σ 2ⁿ t²ⁿ⁺¹ / (2n+1)!!, a sum without cancellation. */
  public static double gelu(double x) {
    double t = x / Math.sqrt(2);
    double term = t;
    double sum = 0;
    for (int n = 0; sum + term != sum; n++) {
      sum += term;
      term *= 2 * t * t / (2 * n + 3);
    }
    return x * 0.5 * (1 + 2 / Math.sqrt(Math.PI) * Math.exp(-t * t) * sum);
  }

  /** ln Σ exp x. */
  public static double logSumExp(double[] x) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double element : x) {
      largest = Math.max(largest, element);
    }
    double sum = 0;
    for (double element : x) {
      sum += Math.exp(element - largest);
    }
    return largest + Math.log(sum);
  }

  /** Returns x + y, row by row. */
  public static double[][] sum(double[][] x, double[][] y) {
    double[][] sum = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      sum[t] = x[t].clone();
      for (int i = 0; i < sum[t].length; i++) {
        sum[t][i] += y[t][i];
      }
    }
    return sum;
  }

  public static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  private static void add(double[] sum, double[] x) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += x[i];
    }
  }

  private float[] weights(String parameter) {
    return Objects.requireNonNull(weights.get(parameter), parameter);
  }

  private double[] row(String parameter, int row) {
    int width = architecture.embeddingSize();
    float[] elements = weights(parameter);
    double[] copy = new double[width];
    for (int h = 0; h < width; h++) {
      copy[h] = elements[row * width + h];
    }
    return copy;
  }
}
