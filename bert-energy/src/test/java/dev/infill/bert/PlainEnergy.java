package dev.infill.bert;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.graph.network.PlainNetwork;
import dev.infill.core.text.TokenizedText;
import java.util.Arrays;

/**
 * The energy of a text in float64, from its definition, at any real weights x of the tokens in the
 * blanks: blank j shows the model the row Σ_v x_j(v) E_v, and U = Σᵢ Σ_v xᵢ(v) · log f of v at
 * blank i. At one-hot weights this is the energy of a state, and its derivative the gradient of the
 * state.
 */
final class PlainEnergy {
  /** Where U bends sharply, differences of 1e-4 were off by 1e-4; rounding is 1e-8 at this one. */
  private static final double STEP = 1e-6;

  private final PlainNetwork network;
  private final int[] pieces;
  private final int[] blanks;
  private final int mask;
  private final int vocabularySize;

  PlainEnergy(PlainNetwork network, TokenizedText text, int mask, int vocabularySize) {
    this.network = network;
    this.pieces = text.pieces();
    this.blanks = text.blanks();
    this.mask = mask;
    this.vocabularySize = vocabularySize;
  }

  /** Returns U with these tokens in the blanks. */
  double energy(int... tokens) {
    return energy(oneHots(tokens));
  }

  /** Returns dU/dxᵢ(v), by blank and token, with these tokens in the blanks. */
  double[][] gradient(int... tokens) {
    return gradient(oneHots(tokens));
  }

  /** Returns dU/dxᵢ(v), by blank and token, with these weights of tokens in the blanks. */
  double[][] gradient(double[][] weights) {
    double[][] gradient = new double[blanks.length][vocabularySize];
    for (int i = 0; i < blanks.length; i++) {
      for (int v = 0; v < vocabularySize; v++) {
        double[][] moved = Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new);
        moved[i][v] += STEP;
        gradient[i][v] = energy(moved);
        moved[i][v] -= 2 * STEP;
        gradient[i][v] = (gradient[i][v] - energy(moved)) / (2 * STEP);
      }
    }
    return gradient;
  }

  /** Returns log f of every token at a blank, the others filled. */
  double[] logProbabilities(int blank, int... tokens) {
    return logProbabilities(blank, oneHots(tokens));
  }

  /** Returns log f of every token at a blank, all of them masked. */
  double[] allMaskedLogProbabilities(int blank) {
    int[] masks = new int[blanks.length];
    Arrays.fill(masks, mask);
    return logProbabilities(blank, masks);
  }

  private double energy(double[][] weights) {
    double energy = 0;
    for (int i = 0; i < blanks.length; i++) {
      double[] scores = logProbabilities(i, weights);
      for (int v = 0; v < vocabularySize; v++) {
        energy += weights[i][v] * scores[v];
      }
    }
    return energy;
  }

  /** Returns log f of every token at a blank, the others holding weights of tokens. */
  double[] logProbabilities(int blank, double[][] weights) {
    return logSoftmax(logits(blank, weights));
  }

  private double[] logits(int blank, double[][] weights) {
    double[][] rows = Arrays.stream(pieces).mapToObj(network::word).toArray(double[][]::new);
    for (int j = 0; j < blanks.length; j++) {
      rows[blanks[j]] = j == blank ? network.word(mask) : mixture(weights[j]);
    }
    return network.logits(rows, blanks[blank]);
  }

  private double[] mixture(double[] weights) {
    double[] sum = new double[network.word(0).length];
    for (int v = 0; v < vocabularySize; v++) {
      if (weights[v] != 0) {
        double[] word = network.word(v);
        for (int h = 0; h < sum.length; h++) {
          sum[h] += weights[v] * word[h];
        }
      }
    }
    return sum;
  }

  private double[][] oneHots(int[] tokens) {
    double[][] weights = new double[tokens.length][vocabularySize];
    for (int i = 0; i < tokens.length; i++) {
      weights[i][tokens[i]] = 1;
    }
    return weights;
  }

  private static double[] logSoftmax(double[] logits) {
    double normalizer = PlainBert.logSumExp(logits);
    return Arrays.stream(logits).map(logit -> logit - normalizer).toArray();
  }
}
