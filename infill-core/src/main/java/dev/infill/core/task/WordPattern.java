package dev.infill.core.task;

import java.util.Locale;

/**
 * A pattern of words, such as {@code *ing}: {@code *} stands for any characters or none, and case
 * does not count. A word of stars alone is no pattern.
 */
final class WordPattern {
  private final String[] parts;

  WordPattern(String pattern) {
    parts = lower(pattern).split("\\*", -1);
  }

  static boolean isPattern(String word) {
    return word.contains("*") && !word.chars().allMatch(c -> c == '*');
  }

  boolean matches(String word) {
    String lower = lower(word);
    int last = parts.length - 1;
    if (!lower.startsWith(parts[0]) || !lower.endsWith(parts[last])) {
      return false;
    }
    int at = parts[0].length();
    for (int part = 1; part < last; part++) {
      int found = lower.indexOf(parts[part], at);
      if (found < 0) {
        return false;
      }
      at = found + parts[part].length();
    }
    return at <= lower.length() - parts[last].length();
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
