package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** How many words of a sentence become blanks. */
public sealed interface MaskingAmount {
  /**
   * Returns how many words become blanks; at least 1, and possibly more than may be masked.
   *
   * @param words how many words the sentence has, at least 1
   * @param maskable how many of them may be masked
   */
  int of(int words, int maskable);

  /**
   * A share of all words of the sentence, whether or not they may be masked; rounded half up, at
   * least 1.
   *
   * @param fraction above 0 and at most 1
   */
  record Fraction(double fraction) implements MaskingAmount {
    /**
     * Checks the range.
     *
     * @throws InvalidInputException for field {@code fraction} if it is outside
     */
    public Fraction {
      if (!(fraction > 0 && fraction <= 1)) {
        throw new InvalidInputException(
            "fraction", "fraction must be above 0 and at most 1, not " + fraction);
      }
    }

    @Override
    public int of(int words, int maskable) {
      // In decimal: 0.29 of 50 words are 14.5 as written, and less in binary.
      return BigDecimal.valueOf(fraction)
          .multiply(BigDecimal.valueOf(words))
          .setScale(0, RoundingMode.HALF_UP)
          .max(BigDecimal.ONE)
          .intValueExact();
    }
  }

  /**
   * The same number for every sentence.
   *
   * @param count from 1 to {@value MaskingSettings#LONGEST_SENTENCE}
   */
  record Count(int count) implements MaskingAmount {
    private static final NumberRange RANGE = new NumberRange(1, MaskingSettings.LONGEST_SENTENCE);

    /**
     * Checks the range.
     *
     * @throws InvalidInputException for field {@code masks} if it is outside
     */
    public Count {
      RANGE.require("masks", count);
    }

    @Override
    public int of(int words, int maskable) {
      return count;
    }
  }

  /** Every word that may be masked, at least one: for lists and parts of speech. */
  record All() implements MaskingAmount {
    @Override
    public int of(int words, int maskable) {
      return Math.max(1, maskable);
    }
  }
}
