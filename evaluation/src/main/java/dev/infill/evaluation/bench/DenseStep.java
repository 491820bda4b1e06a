package dev.infill.evaluation.bench;

import dev.infill.bert.graph.network.BertProducts;
import dev.infill.bert.graph.network.MatrixProduct;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.text.TokenizedText;
import java.util.List;

/**
 * A dense step: U and its gradient at one state of every chain, for which every chain has a
 * sequence of its own with each of the blanks masked, and the model is asked at that blank.
 *
 * @param chains how many chains
 * @param blanks m
 * @param pieces T, the length of each sequence
 */
record DenseStep(int chains, int blanks, int pieces) {
  static DenseStep of(int chains, TokenizedText text) {
    return new DenseStep(chains, text.blankCount(), text.length());
  }

  /** Returns how many additions and multiplications its matrix products take. */
  double flops(BertConfiguration configuration, GradientKind gradient) {
    List<MatrixProduct> products =
        gradient == GradientKind.EXACT
            ? BertProducts.gradient(configuration, chains, blanks, blanks, pieces, /* asked= */ 1)
            : BertProducts.conditionals(
                configuration, (long) chains * blanks, pieces, /* asked= */ 1);
    return products.stream().mapToDouble(MatrixProduct::flops).sum();
  }

  /** Returns how many pieces all its sequences have together. */
  long rows() {
    return (long) chains * blanks * pieces;
  }
}
