package dev.infill.web.cli.fill;

import dev.infill.core.text.BlankSyntax;
import dev.infill.core.text.CharSpan;
import dev.infill.web.cli.console.AnnotatedText;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens texts that take many lines to what stands around some of their spans; an ellipsis stands
 * for the rest. For people only: programs get whole texts.
 */
final class LongText {
  /** What takes no more lines is shown as it is. */
  private static final int MOST_LINES = 3;

  /** So many chars before and behind a span are shown, and words to their ends. */
  private static final int CONTEXT = 60;

  private static final String REST = "…";

  private LongText() {}

  /**
   * Says whether a text is shortened.
   *
   * @param text the text
   * @param columns the width of a line
   */
  static boolean isLong(String text, int columns) {
    return AnnotatedText.columns(AnnotatedText.printable(text)) > MOST_LINES * columns;
  }

  /**
   * Returns a text with blanks, shortened to what stands around them.
   *
   * @param text the text
   * @param columns the width of a line
   */
  static String of(String text, int columns) {
    List<CharSpan> blanks = BlankSyntax.spans(text);
    return of(
            new AnnotatedText(
                text,
                blanks.stream()
                    .map(blank -> new AnnotatedText.Span(blank.start(), blank.end(), ""))
                    .toList()),
            columns)
        .text();
  }

  /**
   * Returns a text, shortened to what stands around its spans; around its beginning if it has none.
   *
   * @param text the text
   * @param columns the width of a line
   */
  static AnnotatedText of(AnnotatedText text, int columns) {
    if (!isLong(text.text(), columns)) {
      return text;
    }
    String whole = text.text();
    StringBuilder shown = new StringBuilder();
    List<AnnotatedText.Span> spans = new ArrayList<>();
    int end = 0;
    if (text.spans().isEmpty()) {
      end = endOfWord(whole, CONTEXT);
      shown.append(whole, 0, end);
    }
    for (AnnotatedText.Span span : text.spans()) {
      int start = Math.max(end, startOfWord(whole, span.start() - CONTEXT));
      if (whole.substring(end, start).isBlank()) {
        start = end;
      } else {
        shown.append(shown.isEmpty() ? "" : " ").append(REST).append(' ');
      }
      int behind = Math.max(end, endOfWord(whole, span.end() + CONTEXT));
      int moved = shown.length() - start;
      spans.add(new AnnotatedText.Span(span.start() + moved, span.end() + moved, span.label()));
      shown.append(whole, start, behind);
      end = behind;
    }
    if (!whole.substring(end).isBlank()) {
      shown.append(' ').append(REST);
    }
    return new AnnotatedText(shown.toString(), spans);
  }

  /** Returns where the word begins that a place is in, but none of more than a context. */
  private static int startOfWord(String text, int at) {
    int start = Math.max(0, at);
    int least = Math.max(0, start - CONTEXT);
    while (start > least && !Character.isWhitespace(text.charAt(start - 1))) {
      start--;
    }
    return splitsPair(text, start) ? start - 1 : start;
  }

  private static int endOfWord(String text, int at) {
    int end = Math.min(text.length(), at);
    int most = Math.min(text.length(), end + CONTEXT);
    while (end < most && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return splitsPair(text, end) ? end + 1 : end;
  }

  private static boolean splitsPair(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isHighSurrogate(text.charAt(at - 1))
        && Character.isLowSurrogate(text.charAt(at));
  }
}
