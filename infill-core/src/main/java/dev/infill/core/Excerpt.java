package dev.infill.core;

/** The beginning of a text, so that a message that quotes input stays short. */
public final class Excerpt {
  private static final int QUOTED = 60;

  private Excerpt() {}

  /**
   * Returns the first 60 characters of a text, with an ellipsis if it is longer.
   *
   * @param text any text
   */
  public static String of(String text) {
    return of(text, QUOTED);
  }

  /**
   * Returns the beginning of a text, with an ellipsis if it is longer.
   *
   * @param text any text
   * @param most how many characters (code points) are returned at most
   */
  public static String of(String text, int most) {
    return text.length() <= most || text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
  }
}
