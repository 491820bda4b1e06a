package dev.infill.core.text;

import java.util.EnumSet;
import java.util.Set;

/** The kinds of characters beside blanks: letters of words, their marks, and signs. */
final class Letters {
  private static final Set<Character.UnicodeScript> UNSPACED =
      EnumSet.of(
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA,
          Character.UnicodeScript.THAI,
          Character.UnicodeScript.LAO,
          Character.UnicodeScript.KHMER,
          Character.UnicodeScript.MYANMAR);

  private Letters() {}

  /** Says whether a character is a letter or digit, of a script that puts spaces between words. */
  static boolean isOfSpacedWord(int codePoint) {
    return Character.isLetterOrDigit(codePoint)
        && !Character.isIdeographic(codePoint)
        && !UNSPACED.contains(Character.UnicodeScript.of(codePoint));
  }

  /** Says whether a part of a text ends with such a character, with marks behind it or without. */
  static boolean isWordAtEnd(CharSequence text, int from, int to) {
    int end = withoutMarks(text, from, to);
    return end > from && isOfSpacedWord(Character.codePointBefore(text, end));
  }

  /** Returns where the marks at the end of a part of a text begin; its end if there are none. */
  static int withoutMarks(CharSequence text, int from, int to) {
    int end = to;
    while (end > from && isMark(Character.codePointBefore(text, end))) {
      end -= Character.charCount(Character.codePointBefore(text, end));
    }
    return end;
  }

  /** Says whether a character is an accent, a joiner or a sign, and no punctuation. */
  static boolean isSign(int codePoint) {
    return isMark(codePoint)
        || switch (Character.getType(codePoint)) {
          case Character.CURRENCY_SYMBOL,
              Character.MATH_SYMBOL,
              Character.MODIFIER_SYMBOL,
              Character.OTHER_SYMBOL,
              Character.OTHER_NUMBER ->
              codePoint > '~';
          default -> false;
        };
  }

  /** Says whether a character is a part of the letter before it: an accent, or a joiner. */
  private static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT ->
          true;
      default -> false;
    };
  }
}
