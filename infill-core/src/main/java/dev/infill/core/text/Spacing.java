package dev.infill.core.text;

/** Where a text has spaces between its words. */
public enum Spacing {
  /** Nowhere: the words are single letters, such as those of proteins. */
  NONE,
  /** Between all words but ideographs. */
  WORDS,
  /**
   * Between all words. Blanks that touch have a space between ideographs as well: a tokenizer that
   * tells words by their spaces would read two of them as one.
   */
  IDEOGRAPHS
}
