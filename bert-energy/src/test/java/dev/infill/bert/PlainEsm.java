package dev.infill.bert;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.graph.network.PlainNetwork;
import dev.infill.bert.weights.SyntheticEsm;
import java.util.Arrays;

/**
 * An ESM-2 in float64, one sequence and one number at a time, from the tensors as they are saved:
 * Lin et al. 2023, with rotary positions as complex numbers (Su et al. 2021).
 */
final class PlainEsm implements PlainNetwork {
  private static final double EPSILON = 1e-5;
  private static final String WORDS = "esm.embeddings.word_embeddings.weight";

  private final SyntheticEsm model;
  private final int width;
  private final PlainTensors tensors;

  /** The row of the mask token, which is told from others by being this array. */
  private final double[] mask;

  PlainEsm(SyntheticEsm model) {
    this.model = model;
    this.width = model.shape.width();
    this.tensors = new PlainTensors(model::values);
    this.mask = tensors.row(WORDS, SyntheticEsm.MASK, width);
  }

  @Override
  public double[] word(int piece) {
    return piece == SyntheticEsm.MASK ? mask : tensors.row(WORDS, piece, width);
  }

  @Override
  public double[] logits(double[][] words, int position) {
    double[][] x = model.shape.tokenDropout() ? withTokenDropout(words) : words;
    for (int layer = 0; layer < model.shape.layers(); layer++) {
      String prefix = "esm.encoder.layer." + layer + ".";
      x =
          PlainBert.sum(
              x, attention(prefix + "attention.", normalized(prefix + "attention.LayerNorm", x)));
      x = PlainBert.sum(x, feedForward(prefix, normalized(prefix + "LayerNorm", x)));
    }
    double[] encoded = normalized("esm.encoder.emb_layer_norm_after", x[position]);
    double[] head = gelu(linear("lm_head.dense", encoded));
    double[] features = normalized("lm_head.layer_norm", head);
    double[] logits = new double[SyntheticEsm.TOKENS.size()];
    String decoder = model.shape.tied() ? WORDS : "lm_head.decoder.weight";
    for (int v = 0; v < logits.length; v++) {
      logits[v] =
          model.values("lm_head.bias")[v] + PlainBert.dot(features, tensors.row(decoder, v, width));
    }
    return logits;
  }

  /** Masks are 0; in training 12 % of the tokens were, to which the scale of all others is made. */
  private double[][] withTokenDropout(double[][] words) {
    long masks = Arrays.stream(words).filter(this::isMask).count();
    double scale = (1 - 0.15 * 0.8) / (1 - masks / (double) words.length);
    return Arrays.stream(words)
        .map(row -> Arrays.stream(row).map(x -> isMask(row) ? 0 : x * scale).toArray())
        .toArray(double[][]::new);
  }

  private boolean isMask(double[] row) {
    return row == mask;
  }

  private double[][] attention(String prefix, double[][] x) {
    int size = model.shape.headSize();
    double[][] queries = linear(prefix + "self.query", x);
    double[][] keys = linear(prefix + "self.key", x);
    double[][] values = linear(prefix + "self.value", x);
    double[][] context = new double[x.length][width];
    for (int head = 0; head < width; head += size) {
      for (int t = 0; t < x.length; t++) {
        double[] scores = new double[x.length];
        for (int u = 0; u < x.length; u++) {
          scores[u] = score(queries[t], keys[u], head, t - u) / Math.sqrt(size);
        }
        double normalizer = PlainBert.logSumExp(scores);
        for (int u = 0; u < x.length; u++) {
          for (int d = head; d < head + size; d++) {
            context[t][d] += Math.exp(scores[u] - normalizer) * values[u][d];
          }
        }
      }
    }
    return linear(prefix + "output.dense", context);
  }

  /** Re Σ q_i conj(k_i) exp(i (t − u) 10000^(−2i/D)), the pairs i, i + D/2 being numbers of ℂ. */
  private double score(double[] query, double[] key, int head, int distance) {
    int half = model.shape.headSize() / 2;
    double score = 0;
    for (int i = 0; i < half; i++) {
      double real = query[head + i];
      double imaginary = query[head + i + half];
      double a = real * key[head + i] + imaginary * key[head + i + half];
      double b = imaginary * key[head + i] - real * key[head + i + half];
      double angle = distance * Math.pow(10_000, -(double) i / half);
      score += a * Math.cos(angle) - b * Math.sin(angle);
    }
    return score;
  }

  private double[][] feedForward(String prefix, double[][] x) {
    return Arrays.stream(x)
        .map(
            row ->
                linear(prefix + "output.dense", gelu(linear(prefix + "intermediate.dense", row))))
        .toArray(double[][]::new);
  }

  private static double[] gelu(double[] x) {
    return Arrays.stream(x).map(PlainBert::gelu).toArray();
  }

  private double[][] linear(String module, double[][] x) {
    return Arrays.stream(x).map(row -> linear(module, row)).toArray(double[][]::new);
  }

  private double[][] normalized(String module, double[][] x) {
    return Arrays.stream(x).map(row -> normalized(module, row)).toArray(double[][]::new);
  }

  private double[] linear(String module, double[] x) {
    return tensors.linear(module, x, /* isBiased= */ true);
  }

  private double[] normalized(String module, double[] x) {
    return tensors.normalized(module, x, EPSILON, /* isBiased= */ true);
  }
}
