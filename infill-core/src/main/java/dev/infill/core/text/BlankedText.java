package dev.infill.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text as its user wrote it, and where its blanks are: {@code [MASK]}, or three or more
 * underscores. The words around the blanks never pass through a tokenizer and back.
 *
 * @param text the text with its blanks
 * @param blanks the span of each blank in the text, in order
 */
public record BlankedText(String text, List<CharSpan> blanks) {
  /** The blank as models know it. */
  public static final String MASK = "[MASK]";

  private static final Pattern BLANK = Pattern.compile("\\[MASK]|_{3,}");

  /** Copies the list, and checks that the blanks lie in the text, one after another. */
  public BlankedText {
    blanks = List.copyOf(blanks);
    int end = 0;
    for (CharSpan blank : blanks) {
      if (blank.start() < end || blank.end() > text.length()) {
        throw new IllegalArgumentException(
            "blanks at " + blanks + " of a text of " + text.length() + " chars");
      }
      end = blank.end();
    }
  }

  /**
   * Finds the blanks of a text.
   *
   * @param text any text, with no, one or many blanks
   */
  public static BlankedText parse(String text) {
    List<CharSpan> blanks = new ArrayList<>();
    Matcher matcher = BLANK.matcher(text);
    while (matcher.find()) {
      blanks.add(new CharSpan(matcher.start(), matcher.end()));
    }
    return new BlankedText(text, blanks);
  }

  /** Returns the text with every blank written as {@code [MASK]}. */
  public String masked() {
    return fill(blanks.stream().map(blank -> MASK).toList()).text();
  }

  /**
   * Puts a token into each blank. A continuation ({@code ##ing}) joins what stands before it: its
   * prefix and the white space before the blank go.
   *
   * @param tokens one per blank, in order
   * @throws IllegalArgumentException if there are more or fewer tokens than blanks
   */
  public FilledText fill(List<String> tokens) {
    if (tokens.size() != blanks.size()) {
      throw new IllegalArgumentException(tokens.size() + " fills for " + blanks.size() + " blanks");
    }
    StringBuilder filled = new StringBuilder();
    List<CharSpan> spans = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < blanks.size(); i++) {
      String before = text.substring(from, blanks.get(i).start());
      String token = tokens.get(i);
      if (Vocabulary.isContinuation(token)) {
        before = before.stripTrailing();
        token = token.substring(Vocabulary.CONTINUATION_PREFIX.length());
      }
      filled.append(before);
      spans.add(new CharSpan(filled.length(), filled.length() + token.length()));
      filled.append(token);
      from = blanks.get(i).end();
    }
    filled.append(text, from, text.length());
    return new FilledText(filled.toString(), spans);
  }
}
