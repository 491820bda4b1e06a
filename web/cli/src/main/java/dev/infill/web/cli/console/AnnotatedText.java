package dev.infill.web.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.WCWidth;

/**
 * A text some of whose spans carry a label, laid out in lines of a given width, each followed by
 * the labels of its spans:
 *
 * <pre>
 * the old man walked down the street .
 *         71%                 34%
 * </pre>
 *
 * @param text the text
 * @param spans the labelled spans, in order, none overlapping
 */
public record AnnotatedText(String text, List<Span> spans) {
  /**
   * A labelled stretch of the text.
   *
   * @param start its first {@code char}
   * @param end one past its last
   * @param label what is written below it
   */
  public record Span(int start, int end, String label) {}

  /** A word with the closing punctuation that stands apart behind it, as tokens do. */
  private static final Pattern WORD =
      Pattern.compile("\\S+(?:\\s[.,;:!?)\\]}\u2026\u201d\u2019\u00bb]{1,3}(?!\\S)){0,2}");

  public AnnotatedText {
    spans = List.copyOf(spans);
  }

  /**
   * Lays the text out.
   *
   * @param width the most columns of a line; a longer word stands alone and sticks out. No line
   *     begins with closing punctuation.
   * @param palette marks the spans and their labels
   */
  public List<String> lines(int width, Palette palette) {
    List<String> lines = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    int start = -1;
    int end = -1;
    while (word.find()) {
      if (start >= 0 && columns(start, word.end()) > width) {
        addLine(lines, start, end, width, palette);
        start = -1;
      }
      start = start < 0 ? word.start() : start;
      end = word.end();
    }
    if (start >= 0) {
      addLine(lines, start, end, width, palette);
    }
    return lines;
  }

  private void addLine(List<String> lines, int start, int end, int width, Palette palette) {
    StringBuilder line = new StringBuilder();
    StringBuilder labels = new StringBuilder();
    int from = start;
    for (Span span : spans) {
      if (span.start() < from || span.start() >= end) {
        continue;
      }
      int spanEnd = Math.min(span.end(), end);
      line.append(printable(from, span.start()));
      line.append(palette.fill(printable(span.start(), spanEnd)));
      // A label that would stick out moves to the left; into the one before it, to the right.
      int column =
          Math.max(
              Math.min(columns(start, span.start()), width - span.label().length()),
              labels.length() + (labels.isEmpty() ? 0 : 1));
      labels.append(" ".repeat(column - labels.length())).append(span.label());
      from = spanEnd;
    }
    line.append(printable(from, end));
    lines.add(line.toString());
    if (!labels.toString().isBlank()) {
      lines.add(palette.faint(labels.toString()));
    }
  }

  /**
   * Returns a text without what could steer a terminal.
   *
   * @param text any text
   */
  public static String printable(String text) {
    return text.replaceAll("\\p{Cc}", " ");
  }

  /**
   * Returns the beginning of a text that takes at most so many columns of a terminal.
   *
   * @param text a printable text
   * @param most how many columns, at least 0
   */
  public static String cut(String text, int most) {
    int end = 0;
    int columns = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      columns += Math.max(0, WCWidth.wcwidth(point));
      if (columns > most) {
        break;
      }
      end += Character.charCount(point);
    }
    return text.substring(0, end);
  }

  private String printable(int start, int end) {
    return printable(text.substring(start, end));
  }

  /**
   * Returns how many columns of a terminal a text takes.
   *
   * @param text a printable text
   */
  public static int columns(String text) {
    return text.codePoints().map(point -> Math.max(0, WCWidth.wcwidth(point))).sum();
  }

  private int columns(int start, int end) {
    return columns(printable(start, end));
  }
}
