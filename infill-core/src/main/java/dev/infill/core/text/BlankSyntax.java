package dev.infill.core.text;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How users write blanks: {@code [MASK]} or {@code <mask>}, in upper or lower case, or three or
 * more underscores. A blank holds one piece, unless it says how many: {@code [MASK:3]} three,
 * {@code [MASK:1-4]} or {@code ___:1-4} one to four. ({@code ___:30} is one piece and then {@code
 * :30}, as in a time.)
 */
public final class BlankSyntax {
  private static final Pattern BLANK =
      Pattern.compile(
          "\\[MASK(?::[^\\]\\[]*)?]"
              + "|(?i:\\[mask(?::[\\d-]+)?]|<mask(?::[\\d-]+)?>)"
              + "|_{3,}(?::\\d+-\\d+(?![\\d-]))?");

  private static final Pattern LENGTH = Pattern.compile(":(\\d{1,2})(?:-(\\d{1,2}))?[\\]>]?");

  private static final Pattern SINGLE = Pattern.compile("(?i:\\[mask]|<mask>)|_{3,}");

  /** Notations of other programs, which are no blanks here. */
  private static final Pattern MEANT =
      Pattern.compile(
          "(?i:[\\[<({]{1,3}\\s*(?:mask|blank|gap|extra_id)[^\\[\\]<>(){}]{0,20}[\\]>)}]{1,3})"
              // Possessive: white space that is tried in two places takes time in the square of its
              // length.
              + "|[\\[({]\\s*+(?:(?:_{1,2}|\\.{2,3}|…)\\s*+)?[\\])}]"
              + "|(?<![\\w_])_{1,2}(?![\\w_])|\\.{3,}|…|\\?{3,}|\\*{3,}");

  private BlankSyntax() {}

  /**
   * Returns the blanks of a text, in order. A blank right behind the letters of a word continues
   * that word.
   *
   * @throws InvalidInputException for field {@code text} if the length of a blank is not valid
   */
  static List<Blank> blanks(String text) {
    List<Blank> blanks = new ArrayList<>();
    int end = 0;
    for (CharSpan span : spans(text)) {
      boolean continues = Letters.isWordAtEnd(text, end, span.start());
      end = span.end();
      blanks.add(
          new Blank(span.start(), end, length(text.substring(span.start(), end)), continues));
    }
    return blanks;
  }

  /**
   * Returns the spans of all blanks of a text, also of those whose length is not valid.
   *
   * @param text any text
   */
  public static List<CharSpan> spans(String text) {
    return BLANK
        .matcher(text)
        .results()
        .map(blank -> new CharSpan(blank.start(), blank.end()))
        .toList();
  }

  /**
   * Says whether a word is a blank of one piece, and nothing else.
   *
   * @param word any text
   */
  public static boolean isSingle(String word) {
    return SINGLE.matcher(word).matches();
  }

  /**
   * Returns the first part of a text that may be meant for a blank, such as {@code [BLANK]} or
   * {@code __}.
   *
   * @param text a text without blanks
   */
  public static Optional<String> meant(String text) {
    return MEANT.matcher(text).results().map(MatchResult::group).findFirst();
  }

  private static BlankLength length(String blank) {
    int colon = blank.indexOf(':');
    if (colon < 0) {
      return BlankLength.ONE;
    }
    Matcher numbers = LENGTH.matcher(blank.substring(colon));
    if (numbers.matches()) {
      int fewest = Integer.parseInt(numbers.group(1));
      int most = numbers.group(2) == null ? fewest : Integer.parseInt(numbers.group(2));
      if (1 <= fewest && fewest <= most && most <= BlankLength.LONGEST) {
        return new BlankLength(fewest, most);
      }
    }
    throw new InvalidInputException(
        "text",
        "the length of the blank %s is not valid: write [MASK:3] for three pieces, or [MASK:1-4] or ___:1-4 for one to four, of at most %d"
            .formatted(Excerpt.of(blank), BlankLength.LONGEST));
  }
}
