package dev.infill.bert;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.graph.network.PlainNetwork;
import dev.infill.bert.weights.SyntheticEuroBert;
import dev.infill.bert.weights.SyntheticEuroBert.Shape;
import java.util.Arrays;

/**
 * A EuroBERT in float64, one sequence and one number at a time, from the tensors as they are saved:
 * Boizard et al. 2025, with norms of Zhang &amp; Sennrich (2019), gates of Shazeer (2020), shared
 * keys of Ainslie et al. (2023) and rotary positions by their definition (Su et al. 2021).
 */
final class PlainEuroBert implements PlainNetwork {
  private static final double EPSILON = 1e-3;

  private final SyntheticEuroBert model;
  private final Shape shape;
  private final PlainTensors tensors;

  PlainEuroBert(SyntheticEuroBert model) {
    this.model = model;
    this.shape = model.shape;
    this.tensors = new PlainTensors(model::values);
  }

  @Override
  public double[] word(int piece) {
    return tensors.row("model.embed_tokens.weight", piece, shape.width());
  }

  @Override
  public double[] logits(double[][] words, int position) {
    double[][] x = words;
    for (int layer = 0; layer < shape.layers(); layer++) {
      String prefix = "model.layers." + layer + ".";
      x = PlainBert.sum(x, attention(prefix + "self_attn.", scaled(prefix + "input_layernorm", x)));
      double[][] read = scaled(prefix + "post_attention_layernorm", x);
      x =
          PlainBert.sum(
              x,
              Arrays.stream(read)
                  .map(row -> feedForward(prefix + "mlp.", row))
                  .toArray(double[][]::new));
    }
    double[] encoded = scaled("model.norm", x)[position];
    double[] logits = new double[model.tokenizer.size()];
    String matrix = shape.tied() ? "model.embed_tokens.weight" : "lm_head.weight";
    for (int v = 0; v < logits.length; v++) {
      double[] decoder = tensors.row(matrix, v, shape.width());
      double bias = shape.otherBiased() ? model.values("lm_head.bias")[v] : 0;
      logits[v] = bias + PlainBert.dot(encoded, decoder);
    }
    return logits;
  }

  private double[][] attention(String prefix, double[][] x) {
    int size = shape.headSize();
    double[][] query = new double[x.length][];
    double[][] key = new double[x.length][];
    double[][] value = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      query[t] = turned(tensors.linear(prefix + "q_proj", x[t], shape.attentionBiased()), t);
      key[t] = turned(tensors.linear(prefix + "k_proj", x[t], shape.attentionBiased()), t);
      value[t] = tensors.linear(prefix + "v_proj", x[t], shape.attentionBiased());
    }
    double[][] result = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      double[] context = new double[shape.width()];
      for (int head = 0; head < shape.heads(); head++) {
        int shared = head * shape.keyHeads() / shape.heads() * size;
        double[] scores = new double[x.length];
        for (int u = 0; u < x.length; u++) {
          for (int d = 0; d < size; d++) {
            scores[u] += query[t][head * size + d] * key[u][shared + d] / Math.sqrt(size);
          }
        }
        double normalizer = PlainBert.logSumExp(scores);
        for (int u = 0; u < x.length; u++) {
          for (int d = 0; d < size; d++) {
            context[head * size + d] += Math.exp(scores[u] - normalizer) * value[u][shared + d];
          }
        }
      }
      result[t] = tensors.linear(prefix + "o_proj", context, shape.attentionBiased());
    }
    return result;
  }

  private double[] turned(double[] row, int position) {
    for (int start = 0; start < row.length; start += shape.headSize()) {
      PlainTensors.turn(row, start, shape.headSize(), position, shape.theta());
    }
    return row;
  }

  private double[] feedForward(String prefix, double[] x) {
    double[] gate = tensors.linear(prefix + "gate_proj", x, shape.otherBiased());
    double[] up = tensors.linear(prefix + "up_proj", x, shape.otherBiased());
    for (int i = 0; i < up.length; i++) {
      up[i] *= gate[i] / (1 + Math.exp(-gate[i]));
    }
    return tensors.linear(prefix + "down_proj", up, shape.otherBiased());
  }

  /** γ x / √(mean(x²) + ε). */
  private double[][] scaled(String module, double[][] x) {
    float[] weight = model.values(module + ".weight");
    double[][] y = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      double root = Math.sqrt(PlainBert.dot(x[t], x[t]) / x[t].length + EPSILON);
      y[t] = new double[x[t].length];
      for (int i = 0; i < y[t].length; i++) {
        y[t][i] = weight[i] * x[t][i] / root;
      }
    }
    return y;
  }
}
