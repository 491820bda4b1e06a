package dev.infill.evaluation.answers;

import dev.infill.corpora.task.MaskableWords;
import dev.infill.corpora.task.MaskingAmount;
import dev.infill.corpora.task.MaskingSettings;
import dev.infill.corpora.task.SpanLength;

/**
 * How many blanks a text has and how they lie.
 *
 * @param blanks how many
 * @param adjacent whether they lie in pairs, side by side; with an odd number one lies alone. Else
 *     no two touch
 */
public record BlankDesign(int blanks, boolean adjacent) {
  /** Checks that there are blanks, and two if some are to be adjacent. */
  public BlankDesign {
    if (blanks < (adjacent ? 2 : 1)) {
      throw new IllegalArgumentException(blanks + " blanks");
    }
  }

  /** Returns its name in tables, such as {@code 3 adjacent}. */
  public String name() {
    return blanks == 1 ? "1" : blanks + (adjacent ? " adjacent" : " apart");
  }

  /**
   * Returns how sentences are masked so.
   *
   * @param maskable which words may be masked
   */
  MaskingSettings masking(MaskableWords maskable) {
    return MaskingSettings.paper()
        .withAmount(new MaskingAmount.Count(blanks))
        .withSpans(new SpanLength.Fixed(adjacent ? 2 : 1))
        .withMaskable(maskable);
  }
}
