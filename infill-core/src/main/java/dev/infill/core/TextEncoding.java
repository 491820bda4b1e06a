package dev.infill.core;

import java.util.Optional;

/** Finds texts that are not in UTF-8 by their first bytes. */
public final class TextEncoding {
  private static final int MARK_BYTES = 4;

  private TextEncoding() {}

  /**
   * Returns the encoding of a text in UTF-16 or UTF-32. Its byte order mark tells it, or a zero
   * among its first two bytes, where the text begins with a letter, a digit or a bracket.
   *
   * @param begin the first bytes of the text, four if it has as many
   * @return {@code UTF-16} or {@code UTF-32}; empty if the text may be in UTF-8
   */
  public static Optional<String> wide(byte[] begin) {
    if (begin.length < 2) {
      return Optional.empty();
    }
    int first = begin[0] & 0xFF;
    int second = begin[1] & 0xFF;
    boolean isMarked = (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF);
    if (!isMarked && first != 0 && second != 0) {
      return Optional.empty();
    }
    return Optional.of(hasZeroPair(begin) ? "UTF-32" : "UTF-16");
  }

  private static boolean hasZeroPair(byte[] begin) {
    return begin.length >= MARK_BYTES
        && ((begin[0] == 0 && begin[1] == 0) || (begin[2] == 0 && begin[3] == 0));
  }

  /**
   * Returns a sentence that refuses a text and names the command that converts it to UTF-8.
   *
   * @param what the text, such as the name of a file
   * @param wide its encoding, as {@link #wide} returns it
   */
  public static String refusal(String what, String wide) {
    return "%s is in %s, not in UTF-8; iconv -f %s -t UTF-8 converts it"
        .formatted(what, wide, wide);
  }
}
