package dev.infill.core.infill;

/** What callers give, refused in one line where it is null. */
final class Arguments {
  private Arguments() {}

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
