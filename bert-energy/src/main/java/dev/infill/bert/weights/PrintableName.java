package dev.infill.bert.weights;

import dev.infill.core.Excerpt;

/** A name from a file that may come from anyone, as a message of one line can quote it. */
final class PrintableName {
  private PrintableName() {}

  static String of(String name) {
    return Excerpt.of(name.replaceAll("\\p{C}|[\\u2028\\u2029]", "?"));
  }
}
