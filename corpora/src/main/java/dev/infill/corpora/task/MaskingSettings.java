package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import java.util.Optional;

/**
 * The words that are masked, and the sentences that qualify. Immutable.
 *
 * <p>Whole words are masked, never pieces of words, and one {@code [MASK]} stands for one word.
 * Single words are each as likely as any other; they may stand side by side.
 *
 * <p>Whatever the settings, a sentence in which every word is punctuation does not qualify, nor one
 * with a word that reads like a blank or is {@code [UNK]}.
 *
 * @param minWords the fewest words of a sentence, at least 1
 * @param maxWords the most words of a sentence, at least {@code minWords} and at most {@value
 *     #LONGEST_SENTENCE}
 * @param amount how many words become blanks
 * @param spans how long spans are that are masked; empty if single words are, see {@link
 *     SpanLength}
 * @param maskable which words may become blanks
 * @param maskEnds whether the first and the last word may become blanks too
 */
public record MaskingSettings(
    int minWords,
    int maxWords,
    MaskingAmount amount,
    Optional<SpanLength> spans,
    MaskableWords maskable,
    boolean maskEnds) {
  /** The most words that a sentence may have: BERT reads 512 word pieces. */
  public static final int LONGEST_SENTENCE = 1000;

  /**
   * Checks the settings.
   *
   * @throws InvalidInputException if a length is out of its range, or spans are to cover all words
   */
  public MaskingSettings {
    if (minWords < 1) {
      throw new InvalidInputException("min-words", "min-words must be at least 1, not " + minWords);
    }
    if (maxWords < minWords || maxWords > LONGEST_SENTENCE) {
      throw new InvalidInputException(
          "max-words",
          "max-words must be from min-words (%d) to %d, not %d"
              .formatted(minWords, LONGEST_SENTENCE, maxWords));
    }
    if (amount instanceof MaskingAmount.All && spans.isPresent()) {
      throw new InvalidInputException(
          "spans", "spans need a fraction or a number of words to mask, not all of them");
    }
  }

  /**
   * Returns the preset {@code paper}: sentences of 15 to 25 words; 25 % of the words are masked, as
   * in Zhang, Liu and Liu 2022 (<i>A Langevin-like Sampler for Discrete Distributions</i>, §7.5),
   * one by one, never the first or the last. Punctuation may be masked. The paper does not give the
   * lengths; they, and that the ends stay, are those of the benchmark DISCS (Goshvadi et al. 2023),
   * which masks 4 words of each sentence.
   */
  public static MaskingSettings paper() {
    return new MaskingSettings(
        15,
        25,
        new MaskingAmount.Fraction(0.25),
        Optional.empty(),
        MaskableWords.ANY,
        /* maskEnds= */ false);
  }

  /**
   * Returns these settings for sentences of other lengths.
   *
   * @param fewest the fewest words of a sentence
   * @param most the most words of a sentence
   */
  public MaskingSettings withLengths(int fewest, int most) {
    return new MaskingSettings(fewest, most, amount, spans, maskable, maskEnds);
  }

  /**
   * Returns these settings with another amount.
   *
   * @param other how many words become blanks
   */
  public MaskingSettings withAmount(MaskingAmount other) {
    return new MaskingSettings(minWords, maxWords, other, spans, maskable, maskEnds);
  }

  /**
   * Returns these settings with spans instead of single words.
   *
   * @param length how long the spans are
   */
  public MaskingSettings withSpans(SpanLength length) {
    return new MaskingSettings(minWords, maxWords, amount, Optional.of(length), maskable, maskEnds);
  }

  /**
   * Returns these settings with other words that may be masked.
   *
   * @param other which words may become blanks
   */
  public MaskingSettings withMaskable(MaskableWords other) {
    return new MaskingSettings(minWords, maxWords, amount, spans, other, maskEnds);
  }

  /**
   * Returns these settings with the ends of sentences masked or not.
   *
   * @param masked whether the first and the last word may become blanks too
   */
  public MaskingSettings withMaskEnds(boolean masked) {
    return new MaskingSettings(minWords, maxWords, amount, spans, maskable, masked);
  }
}
