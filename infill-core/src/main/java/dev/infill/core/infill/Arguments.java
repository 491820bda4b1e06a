package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;

/** What callers give, refused in one line where it is null. */
final class Arguments {
  private Arguments() {}

  /**
   * Returns a text with its blanks.
   *
   * @param text what was given for it
   * @throws InvalidInputException if it is null, or a blank says no length that there is
   */
  static BlankedText text(String text) {
    if (text == null) {
      throw new InvalidInputException(
          "text", "the text is null: give one with blanks, as in \"the cat [MASK] on the mat .\"");
    }
    return BlankedText.parse(text);
  }

  /**
   * Returns an argument.
   *
   * @param argument what was given for it
   * @param name what it is called
   * @throws IllegalArgumentException if it is null
   */
  static <T> T notNull(T argument, String name) {
    if (argument == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
    return argument;
  }
}
