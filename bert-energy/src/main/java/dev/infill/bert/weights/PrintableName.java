package dev.infill.bert.weights;

import dev.infill.core.Excerpt;

/** A name from a file that may come from anyone, as a message of one line can quote it. */
final class PrintableName {
  private PrintableName() {}

  static String of(String name) {
    return Excerpt.of(printable(name));
  }

  /** Quotes a text that may be longer than a name, of so many characters. */
  static String of(String text, int most) {
    return Excerpt.of(printable(text), most);
  }

  private static String printable(String name) {
    return name.replaceAll("\\p{C}|[\\u2028\\u2029]", "?");
  }
}
