package dev.infill.corpora.file;

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

  private static String field(String text) {
    return QUOTED.stream().anyMatch(text::contains)
        ? "\"" + text.replace("\"", "\"\"") + "\""
        : text;
  }
}
