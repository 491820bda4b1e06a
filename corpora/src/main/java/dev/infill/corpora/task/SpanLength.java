package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import java.util.random.RandomGenerator;

/**
 * How long spans of blanks are, in words. Lengths are drawn until they make up the amount, the last
 * one cut to fit. The spans are then put into the sentence in random order, every arrangement in
 * which no two overlap or touch being equally likely. All words of a span may be masked.
 */
public sealed interface SpanLength {
  /** A longer span fits no sentence that a model reads. */
  int MAXIMUM = MaskingSettings.LONGEST_SENTENCE;

  /**
   * Returns SpanBERT's distribution: geometric with p = 0.2 cut off at 10 words, of mean 3.8 (Joshi
   * et al. 2020, TACL 8, §3.1). T5's corrupted spans have the mean 3 (Raffel et al. 2020, JMLR 21,
   * §3.3.4): {@code new Fixed(3)} is near it.
   */
  static SpanLength spanBert() {
    return new Geometric(0.2, 10);
  }

  /**
   * Draws a length.
   *
   * @param random where chance comes from
   * @return at least 1
   */
  int draw(RandomGenerator random);

  /**
   * One length for all spans.
   *
   * @param length 1 to 1000 words
   */
  record Fixed(int length) implements SpanLength {
    /**
     * Checks the range.
     *
     * @throws InvalidInputException for field {@code spans} if it is outside
     */
    public Fixed {
      check("a span", length);
    }

    @Override
    public int draw(RandomGenerator random) {
      return length;
    }
  }

  /**
   * A geometric distribution cut off at a longest span, as in SpanBERT: P(ℓ) ∝ p (1 − p)^(ℓ−1) for
   * 1 ≤ ℓ ≤ longest.
   *
   * @param p from 1e-12 to 1
   * @param longest 1 to 1000 words
   */
  record Geometric(double p, int longest) implements SpanLength {
    /** Not far below, 1 − p is 1, and nothing can be drawn. */
    private static final NumberRange P = new NumberRange(1e-12, 1);

    /**
     * Checks the ranges.
     *
     * @throws InvalidInputException for field {@code spans} if one is outside
     */
    public Geometric {
      P.require("spans", p);
      check("the longest span", longest);
    }

    @Override
    public int draw(RandomGenerator random) {
      // P(length > l) = (1-p)^l, inverted; only the part up to the longest is drawn from.
      double logStay = Math.log1p(-p);
      double reached = -Math.expm1(longest * logStay);
      double length = 1 + Math.floor(Math.log1p(-random.nextDouble() * reached) / logStay);
      return (int) Math.min(length, longest);
    }
  }

  private static void check(String what, int length) {
    if (length < 1 || length > MAXIMUM) {
      throw new InvalidInputException(
          "spans", "%s must have 1 to %d words, not %d".formatted(what, MAXIMUM, length));
    }
  }
}
