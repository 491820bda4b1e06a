package dev.infill.core.text;

import java.util.Locale;

/** Which tokens of the vocabulary may stand in a blank. */
public enum VocabularyChoice {
  /**
   * Whole words and numbers, which hold a letter or a digit: no punctuation and other signs, no
   * continuations ({@code ##}), no special or unused tokens.
   */
  WORDS,
  /** Whole words, punctuation and continuations. */
  PIECES,
  /** Every token, special ones as well, as in the paper. */
  FULL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
