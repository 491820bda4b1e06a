package dev.infill.corpora.file;

import java.util.Optional;

/**
 * The first line in which a file differs from what it would have to be.
 *
 * @param line its number, from 1
 * @param found what it says; empty if the file ends before it
 * @param wanted what it would have to say; empty if nothing more was to come
 */
public record FirstDifference(int line, Optional<String> found, Optional<String> wanted) {
  /**
   * Compares two texts line by line.
   *
   * @param found the content of the file
   * @param wanted what it would have to be
   * @return empty if they are equal
   */
  public static Optional<FirstDifference> of(String found, String wanted) {
    if (found.equals(wanted)) {
      return Optional.empty();
    }
    String[] before = found.split("\n", -1);
    String[] now = wanted.split("\n", -1);
    int line = 0;
    while (line < Math.min(before.length, now.length) && before[line].equals(now[line])) {
      line++;
    }
    return Optional.of(new FirstDifference(line + 1, at(before, line), at(now, line)));
  }

  private static Optional<String> at(String[] lines, int line) {
    return line < lines.length ? Optional.of(lines[line].strip()) : Optional.empty();
  }

  /** Returns the difference in words, such as {@code says 'a' where it would be 'b'}. */
  public String inWords() {
    return "says %s where it would be %s".formatted(quoted(found), quoted(wanted));
  }

  private static String quoted(Optional<String> text) {
    return text.map(line -> "'" + line + "'").orElse("nothing");
  }
}
