package dev.infill.core.text;

import java.util.regex.Pattern;

/** A word that is looked for in texts, as a whole, in capitals or not. */
final class Keyword {
  private static final String PART_OF_WORD = "[\\p{L}\\p{M}\\p{N}_]";

  private final Pattern pattern;

  Keyword(String word) {
    String trimmed = word.strip();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException("a keyword is a word, not '" + word + "'");
    }
    pattern =
        Pattern.compile(
            "(?<!%s)%s(?!%s)".formatted(PART_OF_WORD, Pattern.quote(trimmed), PART_OF_WORD),
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  boolean isIn(String text) {
    return pattern.matcher(text).find();
  }
}
