package dev.infill.corpora.file;

import java.util.Optional;

/**
 * The first line in which a file differs from what it would have to be.
 *
 * @param line its number, from 1
 * @param inWords the difference, such as {@code says 'a' where it would be 'b'}
 */
public record FirstDifference(int line, String inWords) {
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
    return Optional.of(
        new FirstDifference(
            line + 1,
            "says %s where it would be %s".formatted(quoted(before, line), quoted(now, line))));
  }

  private static String quoted(String[] lines, int line) {
    return line < lines.length ? "'" + lines[line].strip() + "'" : "nothing";
  }
}
