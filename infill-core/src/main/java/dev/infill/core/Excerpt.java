package dev.infill.core;

/**
 * The beginning of a text, so that input cannot make the message that quotes it as long as itself.
 */
public final class Excerpt {
  private static final int QUOTED = 60;

  private Excerpt() {}

  /**
   * Returns a text as a message can quote it: its first 60 characters.
   *
   * @param text any text
   */
  public static String of(String text) {
    return of(text, QUOTED);
  }

  /**
   * Returns the beginning of a text, with an ellipsis if that is not all of it.
   *
   * @param text any text
   * @param most how many characters (code points) of it at most
   */
  public static String of(String text, int most) {
    return text.length() <= most || text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
  }
}
