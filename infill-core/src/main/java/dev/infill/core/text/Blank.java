package dev.infill.core.text;

/**
 * A blank of a text.
 *
 * @param start its first {@code char} in the text
 * @param end one past its last {@code char}
 * @param length how many pieces it may hold
 * @param continues whether its filling continues the text right before it, without a space; it
 *     begins with a continuation then
 */
public record Blank(int start, int end, BlankLength length, boolean continues) {
  Blank at(int newStart, int newEnd) {
    return new Blank(newStart, newEnd, length, continues);
  }

  Blank withLength(BlankLength other) {
    return new Blank(start, end, other, continues);
  }

  Blank withContinues(boolean other) {
    return new Blank(start, end, length, other);
  }
}
