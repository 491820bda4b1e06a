package dev.infill.core.text;

import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.Locale;

/** Which tokens of the vocabulary may stand in a blank. */
public enum VocabularyChoice {
  /** Whole words: no continuations ({@code ##}), no special or unused tokens. */
  WORDS,
  /** Whole words and continuations. */
  PIECES,
  /** Every token, special ones as well, as in the paper. */
  FULL;

  boolean includes(TokenClass tokenClass) {
    return switch (this) {
      case WORDS -> tokenClass == TokenClass.WORD;
      case PIECES -> tokenClass != TokenClass.SPECIAL;
      case FULL -> true;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
