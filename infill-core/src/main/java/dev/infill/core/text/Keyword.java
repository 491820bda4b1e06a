package dev.infill.core.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A word that is looked for in texts, as a whole, in capitals or not. */
final class Keyword {
  private static final String PART_OF_WORD = "[\\p{L}\\p{M}\\p{N}_]";
  private static final Pattern PART = Pattern.compile(PART_OF_WORD);

  /**
   * What stands before it is looked at where it is found: a lookbehind takes five times as long.
   */
  private final Pattern pattern;

  Keyword(String word) {
    String trimmed = word.strip();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException("a keyword is a word, not '" + word + "'");
    }
    pattern =
        Pattern.compile(
            "%s(?!%s)".formatted(Pattern.quote(trimmed), PART_OF_WORD),
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  boolean isIn(String text) {
    Matcher matcher = pattern.matcher(text);
    for (int from = 0; matcher.find(from); from = matcher.start() + 1) {
      if (matcher.start() == 0 || !isPartOfWord(text.codePointBefore(matcher.start()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPartOfWord(int codePoint) {
    return PART.matcher(Character.toString(codePoint)).matches();
  }
}
