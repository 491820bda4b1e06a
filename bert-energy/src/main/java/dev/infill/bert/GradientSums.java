package dev.infill.bert;

import dev.infill.bert.runtime.CrossTerms;
import dev.infill.bert.runtime.PositionLogits;
import dev.infill.core.text.TokenSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The gradients of some states, added up from the model passes that their sequences are spread
 * over.
 *
 * @param candidates the tokens of each blank
 * @param gradients a number for each state, blank and token
 */
record GradientSums(List<TokenSet> candidates, List<double[][]> gradients) {
  /** Starts at zero. */
  static GradientSums zeros(List<TokenSet> candidates, int states) {
    return new GradientSums(
        candidates,
        Stream.generate(
                () ->
                    candidates.stream()
                        .map(tokens -> new double[tokens.size()])
                        .toArray(double[][]::new))
            .limit(states)
            .toList());
  }

  /** Returns the sums of the states {@code first … last − 1}. */
  GradientSums of(int first, int last) {
    return new GradientSums(candidates, gradients.subList(first, last));
  }

  /** Adds log f of every token at the blanks {@code from … to − 1}, where each state was asked. */
  void addOwnTerms(PositionLogits logits, int from, int to) {
    int row = 0;
    for (double[][] gradient : gradients) {
      for (int blank = from; blank < to; blank++) {
        for (int k = 0; k < gradient[blank].length; k++) {
          gradient[blank][k] += logits.logProbability(row, candidates.get(blank).id(k));
        }
        row++;
      }
    }
  }

  /** Adds the cross terms of every blank and token. */
  void addCrossTerms(CrossTerms cross) {
    for (int state = 0; state < gradients.size(); state++) {
      for (int blank = 0; blank < candidates.size(); blank++) {
        double[] row = gradients.get(state)[blank];
        for (int k = 0; k < row.length; k++) {
          row[k] += cross.get(state, blank, candidates.get(blank).id(k));
        }
      }
    }
  }
}
