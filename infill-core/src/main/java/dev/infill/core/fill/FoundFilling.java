package dev.infill.core.fill;

import dev.infill.core.twoway.ScoredFilling;
import java.util.Comparator;

/**
 * A filling that was found.
 *
 * @param part the choice of lengths
 * @param scored its state, M and Σ λ V
 */
record FoundFilling(FillPart part, ScoredFilling scored) {
  /** The highest M + V per piece first; of equally good ones, in the order of their words. */
  static final Comparator<FoundFilling> BEST_FIRST =
      Comparator.comparingDouble(FoundFilling::totalPerPiece)
          .reversed()
          .thenComparing(
              filling -> filling.part().text().words(filling.scored().state()).toString());

  double totalPerPiece() {
    return scored.total() / part.pieces();
  }

  FillListener.Found told() {
    return new FillListener.Found(
        part.text().filled(scored.state()).text(),
        part.text().words(scored.state()),
        part.text().pieces(scored.state()),
        part.probability(scored));
  }
}
