package dev.infill.bert.weights.format;

import dev.infill.core.Excerpt;

/** A name from a file that anyone may have written, fit for a message of one line. */
public final class PrintableName {
  private PrintableName() {}

  /**
   * Returns the beginning of a name, without characters that are not printed.
   *
   * @param name any text
   */
  public static String of(String name) {
    return Excerpt.of(printed(name));
  }

  /**
   * Returns a name without characters that are not printed.
   *
   * @param name any text
   * @param most the most characters
   */
  public static String of(String name, int most) {
    return Excerpt.of(printed(name), most);
  }

  private static String printed(String name) {
    return name.replaceAll("\\p{C}|[\\u2028\\u2029]", "?");
  }
}
