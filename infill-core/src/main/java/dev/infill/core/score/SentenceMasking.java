package dev.infill.core.score;

/**
 * The pieces that are masked beside a scored one. They matter for words of several pieces: "souv"
 * and "##ir" give away the "##en" between them.
 */
public enum SentenceMasking {
  /** Nothing: each piece alone (Salazar, Liang, Nguyen &amp; Kirchhoff 2020). */
  ORIGINAL("original"),
  /**
   * The pieces to its right in the same word, so that a word is read from left to right and its
   * later pieces are not given away by those that follow (Kauf &amp; Ivanova 2023, PLL-word-l2r).
   */
  WITHIN_WORD_L2R("within-word-l2r");

  private final String label;

  SentenceMasking(String label) {
    this.label = label;
  }

  /** Returns the name that users type and reports print. */
  @Override
  public String toString() {
    return label;
  }
}
