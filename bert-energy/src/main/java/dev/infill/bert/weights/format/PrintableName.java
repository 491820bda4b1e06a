package dev.infill.bert.weights.format;

import dev.infill.core.Excerpt;

/** A name from a file that may come from anyone, as a message of one line can quote it. */
public final class PrintableName {
  private PrintableName() {}

  /**
   * Returns a name without characters that are not printed, and not too much of it.
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
   * @param most how many characters of it at most
   */
  public static String of(String name, int most) {
    return Excerpt.of(printed(name), most);
  }

  private static String printed(String name) {
    return name.replaceAll("\\p{C}|[\\u2028\\u2029]", "?");
  }
}
