package dev.infill.corpora;

import java.util.ArrayList;
import java.util.List;

/** White space as Unicode has it, no-break spaces and the next-line character included. */
final class WhiteSpace {
  private static final char NEXT_LINE = '\u0085';

  private WhiteSpace() {}

  static boolean is(char c) {
    return c <= ' '
        ? Character.isWhitespace(c)
        : c >= NEXT_LINE
            && (c == NEXT_LINE || Character.isSpaceChar(c) || Character.isWhitespace(c));
  }

  static boolean isBlank(String text) {
    return text.chars().allMatch(c -> is((char) c));
  }

  static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || is(text.charAt(i))) {
        if (i > start) {
          words.add(text.substring(start, i));
        }
        start = i + 1;
      }
    }
    return words;
  }
}
