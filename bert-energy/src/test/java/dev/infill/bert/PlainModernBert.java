package dev.infill.bert;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.graph.network.PlainNetwork;
import dev.infill.bert.weights.SyntheticModernBert;
import dev.infill.bert.weights.SyntheticModernBert.Shape;
import java.util.Arrays;

/**
 * A ModernBERT in float64, one sequence and one number at a time, from the tensors as they are
 * saved: Warner et al. 2024, with rotary positions by their definition (Su et al. 2021).
 */
final class PlainModernBert implements PlainNetwork {
  private static final double EPSILON = 1e-5;

  private final SyntheticModernBert model;
  private final Shape shape;
  private final PlainTensors tensors;

  PlainModernBert(SyntheticModernBert model) {
    this.model = model;
    this.shape = model.shape;
    this.tensors = new PlainTensors(model::values);
  }

  @Override
  public double[] word(int piece) {
    return tensors.row("model.embeddings.tok_embeddings.weight", piece, shape.width());
  }

  @Override
  public double[] logits(double[][] words, int position) {
    double[][] x = normalized("model.embeddings.norm", words);
    for (int layer = 0; layer < shape.globals().size(); layer++) {
      String prefix = "model.layers." + layer + ".";
      double[][] read = layer == 0 ? x : normalized(prefix + "attn_norm", x);
      x = PlainBert.sum(x, attention(prefix, read, shape.globals().get(layer)));
      x = PlainBert.sum(x, feedForward(prefix, normalized(prefix + "mlp_norm", x)));
    }
    double[] encoded = normalized("model.final_norm", x)[position];
    double[] head = linear("head.dense", encoded);
    double[] features = normalized("head.norm", Arrays.stream(head).map(PlainBert::gelu).toArray());
    String decoder = shape.tied() ? "model.embeddings.tok_embeddings.weight" : "decoder.weight";
    double[] logits = new double[model.tokenizer.size()];
    float[] bias = model.values("decoder.bias");
    for (int v = 0; v < logits.length; v++) {
      logits[v] = bias[v] + PlainBert.dot(features, tensors.row(decoder, v, shape.width()));
    }
    return logits;
  }

  private double[][] attention(String prefix, double[][] x, boolean isGlobal) {
    int width = shape.width();
    int size = shape.headSize();
    double theta = isGlobal ? shape.globalTheta() : shape.localTheta();
    double[][] fused = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      fused[t] = linear(prefix + "attn.Wqkv", x[t]);
      // Queries and keys; values stay as they are.
      for (int start = 0; start < 2 * width; start += size) {
        PlainTensors.turn(fused[t], start, size, t, theta);
      }
    }
    double[][] result = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      double[] context = new double[width];
      for (int head = 0; head < width; head += size) {
        double[] scores = new double[x.length];
        Arrays.fill(scores, Double.NEGATIVE_INFINITY);
        for (int u = 0; u < x.length; u++) {
          if (isGlobal || Math.abs(t - u) <= shape.window() / 2) {
            scores[u] = 0;
            for (int d = head; d < head + size; d++) {
              scores[u] += fused[t][d] * fused[u][width + d] / Math.sqrt(size);
            }
          }
        }
        double normalizer = PlainBert.logSumExp(scores);
        for (int u = 0; u < x.length; u++) {
          for (int d = head; d < head + size; d++) {
            context[d] += Math.exp(scores[u] - normalizer) * fused[u][2 * width + d];
          }
        }
      }
      result[t] = linear(prefix + "attn.Wo", context);
    }
    return result;
  }

  private double[][] feedForward(String prefix, double[][] x) {
    double[][] result = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      double[] both = linear(prefix + "mlp.Wi", x[t]);
      double[] passed = new double[shape.intermediate()];
      for (int i = 0; i < passed.length; i++) {
        passed[i] = PlainBert.gelu(both[i]) * both[passed.length + i];
      }
      result[t] = linear(prefix + "mlp.Wo", passed);
    }
    return result;
  }

  private double[][] normalized(String module, double[][] x) {
    return Arrays.stream(x).map(row -> normalized(module, row)).toArray(double[][]::new);
  }

  private double[] linear(String module, double[] x) {
    return tensors.linear(module, x, shape.biased());
  }

  private double[] normalized(String module, double[] x) {
    return tensors.normalized(module, x, EPSILON, shape.biased());
  }
}
