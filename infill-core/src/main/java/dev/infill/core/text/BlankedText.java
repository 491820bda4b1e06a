package dev.infill.core.text;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A text as its user wrote it, and where its blanks are: {@code [MASK]} or {@code <mask>}, in upper
 * or lower case, or three or more underscores. The words around the blanks never pass through a
 * tokenizer and back.
 *
 * <p>A blank holds one piece, unless it says how many: {@code [MASK:3]} three, {@code [MASK:1-4]}
 * or {@code ___:1-4} one to four. ({@code ___:30} is one piece and then {@code :30}, as in a time.)
 *
 * @param text the text with its blanks
 * @param blanks the span of each blank in the text, in order
 * @param lengths how many pieces each blank may hold, in the same order
 * @param spaced whether words have spaces between them
 * @param continuing for each blank whether what stands in it goes on what is written right before
 *     it, without a space: it holds continuations
 * @param partsIdeographs whether words of ideographs have spaces between them as well, where blanks
 *     touch: a tokenizer that tells words by their spaces would read two as one
 */
public record BlankedText(
    String text,
    List<CharSpan> blanks,
    List<BlankLength> lengths,
    boolean spaced,
    List<Boolean> continuing,
    boolean partsIdeographs) {
  /** The blank as models know it. */
  public static final String MASK = "[MASK]";

  private static final Pattern BLANK =
      Pattern.compile(
          "\\[MASK(?<said>:[^\\]\\[]*)?]"
              + "|(?i:\\[mask(?<lower>:[\\d-]+)?]|<mask(?<angled>:[\\d-]+)?>)"
              + "|_{3,}(?:(?<range>:\\d+-\\d+)(?![\\d-]))?");

  private static final List<String> LENGTH_GROUPS = List.of("said", "lower", "angled", "range");

  private static final Pattern SINGLE = Pattern.compile("(?i:\\[mask]|<mask>)|_{3,}");

  /** What people and other programs write for a blank, and is none here. */
  private static final Pattern MEANT =
      Pattern.compile(
          "(?i:[\\[<({]{1,3}\\s*(?:mask|blank|gap|extra_id)[^\\[\\]<>(){}]{0,20}[\\]>)}]{1,3})"
              // Possessive, as white space that is tried in two places takes the square of its
              // length.
              + "|[\\[({]\\s*+(?:(?:_{1,2}|\\.{2,3}|…)\\s*+)?[\\])}]"
              + "|(?<![\\w_])_{1,2}(?![\\w_])|\\.{3,}|…|\\?{3,}|\\*{3,}");

  private static final Set<Character.UnicodeScript> UNSPACED =
      EnumSet.of(
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA,
          Character.UnicodeScript.THAI,
          Character.UnicodeScript.LAO,
          Character.UnicodeScript.KHMER,
          Character.UnicodeScript.MYANMAR);

  private static final Pattern LENGTH = Pattern.compile(":(\\d{1,2})(?:-(\\d{1,2}))?");

  /** Copies the lists, and checks that the blanks lie in the text, one after another. */
  public BlankedText {
    blanks = List.copyOf(blanks);
    lengths = List.copyOf(lengths);
    continuing = List.copyOf(continuing);
    if (lengths.size() != blanks.size() || continuing.size() != blanks.size()) {
      throw new IllegalArgumentException(
          "%d lengths of %d blanks, %d of which may continue a word"
              .formatted(lengths.size(), blanks.size(), continuing.size()));
    }
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
   * Takes a text in which a blank goes on a word if it is written right behind the letters of one.
   *
   * @param text the text with its blanks
   * @param blanks the span of each blank in the text, in order
   * @param lengths how many pieces each blank may hold, in the same order
   * @param spaced whether words have spaces between them
   */
  public BlankedText(
      String text, List<CharSpan> blanks, List<BlankLength> lengths, boolean spaced) {
    this(
        text,
        blanks,
        lengths,
        spaced,
        IntStream.range(0, blanks.size())
            .mapToObj(blank -> isBehindLetters(text, blanks, blank))
            .toList(),
        false);
  }

  /**
   * Takes a text whose words have spaces between them.
   *
   * @param text the text with its blanks
   * @param blanks the span of each blank in the text, in order
   * @param lengths how many pieces each blank may hold, in the same order
   */
  public BlankedText(String text, List<CharSpan> blanks, List<BlankLength> lengths) {
    this(text, blanks, lengths, true);
  }

  /**
   * Takes a text whose blanks hold one piece each.
   *
   * @param text the text with its blanks
   * @param blanks the span of each blank in the text, in order
   */
  public BlankedText(String text, List<CharSpan> blanks) {
    this(text, blanks, Collections.nCopies(blanks.size(), BlankLength.ONE));
  }

  /**
   * Finds the blanks of a text.
   *
   * @param text any text, with no, one or many blanks
   * @throws InvalidInputException for field {@code text} if it is null, or a blank says no length
   *     that there is
   */
  public static BlankedText parse(String text) {
    if (text == null) {
      throw new InvalidInputException(
          "text", "the text is null: give one with blanks, as in \"the cat [MASK] on the mat .\"");
    }
    List<CharSpan> blanks = new ArrayList<>();
    List<BlankLength> lengths = new ArrayList<>();
    Matcher matcher = BLANK.matcher(text);
    while (matcher.find()) {
      blanks.add(new CharSpan(matcher.start(), matcher.end()));
      lengths.add(
          LENGTH_GROUPS.stream()
              .map(matcher::group)
              .filter(Objects::nonNull)
              .findFirst()
              .map(said -> length(matcher.group(), said))
              .orElse(BlankLength.ONE));
    }
    return new BlankedText(text, blanks, lengths);
  }

  /**
   * Returns how many blanks somebody would read in a text, those of no length that there is as
   * well.
   *
   * @param text any text
   */
  public static int count(String text) {
    return spans(text).size();
  }

  /**
   * Returns where somebody would read blanks in a text, those of no length that there is as well.
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
  public static boolean isBlank(String word) {
    return SINGLE.matcher(word).matches();
  }

  /**
   * Returns what somebody may have meant for a blank in a text that has none, such as {@code
   * [BLANK]} or {@code __}.
   *
   * @param text a text without blanks
   */
  public static Optional<String> meantBlank(String text) {
    return MEANT.matcher(text).results().map(MatchResult::group).findFirst();
  }

  private static BlankLength length(String blank, String said) {
    Matcher numbers = LENGTH.matcher(said);
    if (numbers.matches()) {
      int fewest = Integer.parseInt(numbers.group(1));
      int most = numbers.group(2) == null ? fewest : Integer.parseInt(numbers.group(2));
      if (1 <= fewest && fewest <= most && most <= BlankLength.LONGEST) {
        return new BlankLength(fewest, most);
      }
    }
    throw new InvalidInputException(
        "text",
        "the blank %s has no length that there is: write [MASK:3] for three pieces, or [MASK:1-4] or ___:1-4 for one to four, of at most %d"
            .formatted(Excerpt.of(blank), BlankLength.LONGEST));
  }

  private static boolean isBehindLetters(String text, List<CharSpan> blanks, int blank) {
    int least = blank > 0 ? blanks.get(blank - 1).end() : 0;
    int end = withoutMarks(text, least, blanks.get(blank).start());
    return end > least && isOfSpacedWord(text.codePointBefore(end));
  }

  /** Returns where the marks at the end of a part of a text begin; its end if there are none. */
  private static int withoutMarks(CharSequence text, int from, int to) {
    int end = to;
    while (end > from && isMark(Character.codePointBefore(text, end))) {
      end -= Character.charCount(Character.codePointBefore(text, end));
    }
    return end;
  }

  /**
   * Says whether a blank is written right behind another one, with nothing but marks between them.
   *
   * @param blank which blank, from 0
   */
  public boolean touches(int blank) {
    int end = blank > 0 ? blanks.get(blank - 1).end() : -1;
    return blank > 0 && withoutMarks(text, end, blanks.get(blank).start()) == end;
  }

  /**
   * Returns the accents and signs that are written right behind a blank and are no punctuation: a
   * tokenizer may read them with what stands in it.
   *
   * @param blank which blank, from 0
   */
  public String signsBehind(int blank) {
    int from = blanks.get(blank).end();
    int most = blank + 1 < blanks.size() ? blanks.get(blank + 1).start() : text.length();
    int end = from;
    while (end < most && isSign(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(from, end);
  }

  private static boolean isSign(int codePoint) {
    return isMark(codePoint)
        || switch (Character.getType(codePoint)) {
          case Character.CURRENCY_SYMBOL,
              Character.MATH_SYMBOL,
              Character.MODIFIER_SYMBOL,
              Character.OTHER_SYMBOL,
              Character.OTHER_NUMBER ->
              codePoint > '~';
          default -> false;
        };
  }

  /** Says whether a character is a part of the letter before it: an accent, or a joiner. */
  private static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT ->
          true;
      default -> false;
    };
  }

  /**
   * Says whether a blank is written right behind the letters of a word, as in {@code play[MASK]},
   * with accents of their own or without.
   *
   * @param blank which blank, from 0
   */
  public boolean isBehindLetters(int blank) {
    return isBehindLetters(text, blanks, blank);
  }

  /**
   * Says whether what stands in a blank goes on what is written right before it.
   *
   * @param blank which blank, from 0
   */
  public boolean continuesWord(int blank) {
    return continuing.get(blank);
  }

  /**
   * Returns the same text with other blanks that go on what is before them.
   *
   * @param others for each blank whether it does
   * @param parts whether words of ideographs have spaces between them as well
   */
  public BlankedText withContinuing(List<Boolean> others, boolean parts) {
    return new BlankedText(text, blanks, lengths, spaced, others, parts);
  }

  /**
   * Returns the same text with blanks of other lengths.
   *
   * @param others for each blank how many pieces it may hold
   */
  public BlankedText withRanges(List<BlankLength> others) {
    return new BlankedText(text, blanks, others, spaced, continuing, partsIdeographs);
  }

  /**
   * Says whether the letters of a word are written right behind a blank, as in {@code [MASK]ing}:
   * they go on the word that the blank begins.
   *
   * @param blank which blank, from 0
   */
  public boolean isContinued(int blank) {
    int end = blanks.get(blank).end();
    boolean isFollowed = blank + 1 < blanks.size() && blanks.get(blank + 1).start() == end;
    return end < text.length() && !isFollowed && isOfSpacedWord(text.codePointAt(end));
  }

  /** Says whether a character is a letter or digit, of a script that puts spaces between words. */
  private static boolean isOfSpacedWord(int codePoint) {
    return Character.isLetterOrDigit(codePoint) && !isOfUnspacedScript(codePoint);
  }

  private static boolean isOfUnspacedScript(int codePoint) {
    return Character.isIdeographic(codePoint)
        || UNSPACED.contains(Character.UnicodeScript.of(codePoint));
  }

  /**
   * Returns a part of the text, with the blanks in it.
   *
   * @param span from where to where; cuts no blank
   */
  public BlankedText within(CharSpan span) {
    List<CharSpan> inside = new ArrayList<>();
    List<BlankLength> theirs = new ArrayList<>();
    List<Boolean> going = new ArrayList<>();
    for (int i = 0; i < blanks.size(); i++) {
      CharSpan blank = blanks.get(i);
      if (blank.start() >= span.start() && blank.end() <= span.end()) {
        inside.add(new CharSpan(blank.start() - span.start(), blank.end() - span.start()));
        theirs.add(lengths.get(i));
        going.add(continuing.get(i));
      }
    }
    return new BlankedText(
        text.substring(span.start(), span.end()), inside, theirs, spaced, going, partsIdeographs);
  }

  /** Says whether every blank holds one piece, as tokenizers want it. */
  public boolean holdsSinglePieces() {
    return lengths.stream().allMatch(BlankLength.ONE::equals);
  }

  /** Says whether every blank holds one number of pieces. */
  public boolean hasKnownLengths() {
    return lengths.stream().allMatch(BlankLength::isKnown);
  }

  /** Returns how many pieces all blanks hold together at most. */
  public int mostPieces() {
    return lengths.stream().mapToInt(BlankLength::most).sum();
  }

  /**
   * Writes every blank as so many {@code [MASK]}, a space between two words, each of which is a
   * blank of one piece of the text that comes out. A text whose blanks hold one piece anyway stays
   * as it is.
   *
   * @param pieces how many for each blank, in order
   * @throws IllegalArgumentException if one may not hold as many
   */
  public BlankedText withLengths(List<Integer> pieces) {
    if (holdsSinglePieces()) {
      return this;
    }
    StringBuilder written = new StringBuilder();
    List<CharSpan> masks = new ArrayList<>();
    List<Boolean> going = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < blanks.size(); i++) {
      if (!lengths.get(i).includes(pieces.get(i))) {
        throw new IllegalArgumentException(
            pieces.get(i) + " pieces in a blank of " + lengths.get(i));
      }
      written.append(text, from, blanks.get(i).start());
      for (int piece = 0; piece < pieces.get(i); piece++) {
        written.append(piece == 0 || !spaced ? "" : " ");
        masks.add(new CharSpan(written.length(), written.length() + MASK.length()));
        written.append(MASK);
        going.add(piece == 0 && continuing.get(i));
      }
      from = blanks.get(i).end();
    }
    written.append(text, from, text.length());
    List<BlankLength> ones = Collections.nCopies(masks.size(), BlankLength.ONE);
    return new BlankedText(written.toString(), masks, ones, spaced, going, partsIdeographs);
  }

  /** Returns the text with every blank as long as it may be ({@link #withLengths}). */
  public BlankedText atLongest() {
    return withLengths(lengths.stream().map(BlankLength::most).toList());
  }

  /** Returns the text with every blank written as {@code [MASK]}. */
  public String masked() {
    StringBuilder masked = new StringBuilder();
    int from = 0;
    for (CharSpan blank : blanks) {
      masked.append(text, from, blank.start()).append(MASK);
      from = blank.end();
    }
    return masked.append(text, from, text.length()).toString();
  }

  /**
   * Puts a token into each blank. A continuation ({@code ##ing}) joins what stands before it: its
   * prefix goes, and so does the white space before a blank that does not {@linkplain
   * #continuesWord go on} a word. A word that would run into the letters of the one before it gets
   * a space, as the model reads it, if the text is spaced.
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
        before = continuing.get(i) ? before : before.stripTrailing();
        token = token.substring(Vocabulary.CONTINUATION_PREFIX.length());
        filled.append(before);
      } else {
        filled.append(before);
        // Two blanks that touch hold two words, whatever these are, and a word is one behind a
        // sign.
        boolean goesOnSign = continuing.get(i) && !isBehindLetters(i) && !token.equals(MASK);
        boolean isBeside = touches(i) || goesOnSign;
        if (spaced && (isBeside ? isSplit(filled, token) : runsTogether(filled, token))) {
          filled.append(' ');
        }
      }
      spans.add(new CharSpan(filled.length(), filled.length() + token.length()));
      filled.append(token);
      from = blanks.get(i).end();
    }
    filled.append(text, from, text.length());
    return new FilledText(filled.toString(), spans);
  }

  /**
   * Says whether a space parts what stands on its two sides: as a rule, neither is an ideograph.
   */
  private boolean isSplit(StringBuilder before, String word) {
    return !before.isEmpty()
        && !word.isEmpty()
        && (partsIdeographs
            || (!Character.isIdeographic(before.codePointBefore(before.length()))
                && !Character.isIdeographic(word.codePointAt(0))));
  }

  private static boolean runsTogether(StringBuilder before, String word) {
    return !before.isEmpty()
        && !word.isEmpty()
        && isOfSpacedWord(word.codePointAt(0))
        && endsWithLetter(before);
  }

  private static boolean endsWithLetter(StringBuilder text) {
    int end = withoutMarks(text, 0, text.length());
    return end > 0 && isOfSpacedWord(text.codePointBefore(end));
  }
}
