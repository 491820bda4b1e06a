package dev.infill.corpora.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A line of comma-separated values, as RFC 4180 says. */
public final class CsvLine {
  private static final List<String> QUOTED = List.of(",", "\"", "\r", "\n");

  private CsvLine() {}

  /**
   * Returns a line with its end.
   *
   * @param fields the values; one with a comma, a quote or a line break is quoted
   */
  public static String of(String... fields) {
    return Arrays.stream(fields).map(CsvLine::field).collect(Collectors.joining(",", "", "\r\n"));
  }

  /**
   * Returns the values of a line.
   *
   * @param line the line, without its end
   * @throws IllegalArgumentException if a quote is not closed, or text follows the closing one
   */
  public static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    int at = 0;
    do {
      StringBuilder field = new StringBuilder();
      if (line.startsWith("\"", at)) {
        do {
          int quote = line.indexOf('"', at + 1);
          if (quote < 0) {
            throw new IllegalArgumentException("a quote is not closed");
          }
          field.append(line, at + 1, quote + 1);
          at = quote + 1;
          // Two quotes are one of the text, of which the first was taken.
        } while (line.startsWith("\"", at));
        field.setLength(field.length() - 1);
        if (at < line.length() && line.charAt(at) != ',') {
          throw new IllegalArgumentException("text after a closing quote");
        }
      } else {
        int comma = line.indexOf(',', at);
        int end = comma < 0 ? line.length() : comma;
        field.append(line, at, end);
        at = end;
      }
      fields.add(field.toString());
      at++;
    } while (at <= line.length());
    return List.copyOf(fields);
  }

  private static String field(String text) {
    return QUOTED.stream().anyMatch(text::contains)
        ? "\"" + text.replace("\"", "\"\"") + "\""
        : text;
  }
}
