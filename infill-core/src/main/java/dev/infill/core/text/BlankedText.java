package dev.infill.core.text;

import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A text as its user wrote it, with its blanks ({@link BlankSyntax}). The words around the blanks
 * never pass through a tokenizer and back.
 *
 * @param text the text with its blanks
 * @param blanks the blanks, in order; none overlaps another
 * @param spacing where words have spaces between them
 */
public record BlankedText(String text, List<Blank> blanks, Spacing spacing) {
  /** The blank as models know it. */
  public static final String MASK = "[MASK]";

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if the blanks do not lie in the text, one after another
   */
  public BlankedText {
    blanks = List.copyOf(blanks);
    int end = 0;
    for (Blank blank : blanks) {
      if (blank.start() < end || blank.end() < blank.start() || blank.end() > text.length()) {
        throw new IllegalArgumentException(
            "blanks at " + blanks + " of a text of " + text.length() + " chars");
      }
      end = blank.end();
    }
  }

  /**
   * Creates a text whose words have spaces between them.
   *
   * @param text the text with its blanks
   * @param blanks the blanks, in order
   */
  public BlankedText(String text, List<Blank> blanks) {
    this(text, blanks, Spacing.WORDS);
  }

  /**
   * Finds the blanks of a text.
   *
   * @param text any text, with no, one or many blanks
   * @throws InvalidInputException for field {@code text} if it is null, or the length of a blank is
   *     not valid
   */
  public static BlankedText parse(String text) {
    if (text == null) {
      throw new InvalidInputException(
          "text", "the text is null: give one with blanks, as in \"the cat [MASK] on the mat .\"");
    }
    return new BlankedText(text, BlankSyntax.blanks(text));
  }

  /** Returns how many pieces each blank may hold. */
  public List<BlankLength> lengths() {
    return blanks.stream().map(Blank::length).toList();
  }

  /** Says whether every blank holds one piece, as tokenizers need it. */
  public boolean holdsSinglePieces() {
    return lengths().stream().allMatch(BlankLength.ONE::equals);
  }

  /** Says whether the length of every blank is known. */
  public boolean hasKnownLengths() {
    return lengths().stream().allMatch(BlankLength::isKnown);
  }

  /** Returns how many pieces all blanks hold together at most. */
  public int mostPieces() {
    return lengths().stream().mapToInt(BlankLength::most).sum();
  }

  /**
   * Says whether a blank is written right behind another one, with nothing but marks between them.
   *
   * @param blank which blank, from 0
   */
  public boolean touches(int blank) {
    int end = endBefore(blank);
    return blank > 0 && Letters.withoutMarks(text, end, blanks.get(blank).start()) == end;
  }

  /**
   * Says whether a blank is written right behind the letters of a word, as in {@code play[MASK]},
   * with accents or without.
   *
   * @param blank which blank, from 0
   */
  public boolean isBehindLetters(int blank) {
    return Letters.isWordAtEnd(text, endBefore(blank), blanks.get(blank).start());
  }

  /** Returns the end of the blank before this one; 0 if there is none. */
  private int endBefore(int blank) {
    return blank > 0 ? blanks.get(blank - 1).end() : 0;
  }

  /**
   * Says whether the filling of a blank continues the text right before it.
   *
   * @param blank which blank, from 0
   */
  public boolean continuesWord(int blank) {
    return blanks.get(blank).continues();
  }

  /**
   * Says whether the letters of a word are written right behind a blank, as in {@code [MASK]ing}:
   * they continue the word that the blank begins.
   *
   * @param blank which blank, from 0
   */
  public boolean isContinued(int blank) {
    int end = blanks.get(blank).end();
    return end < startBehind(blank) && Letters.isOfSpacedWord(text.codePointAt(end));
  }

  /**
   * Returns the accents and signs that are written right behind a blank and are no punctuation: a
   * tokenizer may read them with the filling.
   *
   * @param blank which blank, from 0
   */
  public String signsBehind(int blank) {
    int from = blanks.get(blank).end();
    int most = startBehind(blank);
    int end = from;
    while (end < most && Letters.isSign(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(from, end);
  }

  /** Returns the start of the blank behind this one; the end of the text if there is none. */
  private int startBehind(int blank) {
    return blank + 1 < blanks.size() ? blanks.get(blank + 1).start() : text.length();
  }

  /**
   * Returns the same text with spaces at other places.
   *
   * @param other where words have spaces between them
   */
  public BlankedText with(Spacing other) {
    return new BlankedText(text, blanks, other);
  }

  /**
   * Returns the same text with another choice of the blanks that continue the text before them.
   *
   * @param continuing for each blank whether it does
   */
  public BlankedText withContinuing(List<Boolean> continuing) {
    return withBlanks(i -> blanks.get(i).withContinues(continuing.get(i)));
  }

  /**
   * Returns the same text with blanks of other lengths.
   *
   * @param lengths for each blank how many pieces it may hold
   */
  public BlankedText withRanges(List<BlankLength> lengths) {
    return withBlanks(i -> blanks.get(i).withLength(lengths.get(i)));
  }

  private BlankedText withBlanks(IntFunction<Blank> other) {
    return new BlankedText(
        text, IntStream.range(0, blanks.size()).mapToObj(other).toList(), spacing);
  }

  /**
   * Returns a part of the text, with the blanks in it.
   *
   * @param span from where to where; cuts no blank
   */
  public BlankedText within(CharSpan span) {
    int from = span.start();
    List<Blank> inside =
        blanks.stream()
            .filter(blank -> blank.start() >= from && blank.end() <= span.end())
            .map(blank -> blank.at(blank.start() - from, blank.end() - from))
            .toList();
    return new BlankedText(text.substring(from, span.end()), inside, spacing);
  }

  /**
   * Returns the text with a blank {@code [MASK]} for each piece; this text if all blanks hold one
   * piece. Pieces of one blank have spaces between them if the text is spaced. The first one
   * continues the text before it if its blank does.
   *
   * @param pieces how many pieces each blank holds
   * @throws IllegalArgumentException if a blank may not hold its number of pieces
   */
  public BlankedText withLengths(List<Integer> pieces) {
    if (holdsSinglePieces()) {
      return this;
    }
    StringBuilder written = new StringBuilder();
    List<Blank> places = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < blanks.size(); i++) {
      Blank blank = blanks.get(i);
      if (!blank.length().includes(pieces.get(i))) {
        throw new IllegalArgumentException(
            pieces.get(i) + " pieces in a blank of " + blank.length());
      }
      written.append(text, from, blank.start());
      for (int piece = 0; piece < pieces.get(i); piece++) {
        written.append(piece == 0 || spacing == Spacing.NONE ? "" : " ");
        int start = written.length();
        written.append(MASK);
        places.add(
            new Blank(start, written.length(), BlankLength.ONE, piece == 0 && blank.continues()));
      }
      from = blank.end();
    }
    written.append(text, from, text.length());
    return new BlankedText(written.toString(), places, spacing);
  }

  /** Returns the text with every blank as long as it may be ({@link #withLengths}). */
  public BlankedText atLongest() {
    return withLengths(lengths().stream().map(BlankLength::most).toList());
  }

  /**
   * Puts a token into each blank. A continuation ({@code ##ing}) joins the text before it: its
   * prefix is dropped, and so is white space before its blank, unless the blank {@linkplain
   * #continuesWord continues} a word. If the text is spaced, a word that would run into letters
   * before it gets a space, as the model reads it.
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
      Blank blank = blanks.get(i);
      String before = text.substring(from, blank.start());
      String token = tokens.get(i);
      if (Vocabulary.isContinuation(token)) {
        filled.append(blank.continues() ? before : before.stripTrailing());
        token = Vocabulary.withoutMark(token);
      } else {
        filled.append(before);
        filled.append(needsSpace(filled, i, token) ? " " : "");
      }
      spans.add(new CharSpan(filled.length(), filled.length() + token.length()));
      filled.append(token);
      from = blank.end();
    }
    filled.append(text, from, text.length());
    return new FilledText(filled.toString(), spans);
  }

  private boolean needsSpace(StringBuilder before, int blank, String word) {
    if (spacing == Spacing.NONE || before.isEmpty() || word.isEmpty()) {
      return false;
    }
    boolean goesOnSign = continuesWord(blank) && !isBehindLetters(blank) && !word.equals(MASK);
    if (touches(blank) || goesOnSign) {
      // Blanks that touch hold words of their own, and so does a blank behind a sign.
      return spacing == Spacing.IDEOGRAPHS
          || !(Character.isIdeographic(before.codePointBefore(before.length()))
              || Character.isIdeographic(word.codePointAt(0)));
    }
    return Letters.isOfSpacedWord(word.codePointAt(0))
        && Letters.isWordAtEnd(before, 0, before.length());
  }
}
