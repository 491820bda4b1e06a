package dev.infill.core.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The word pieces of a model, in order of their ids 0 … size − 1. Immutable. */
public final class Vocabulary {
  /** What a token is good for in a blank. */
  public enum TokenClass {
    /** A whole word, number or punctuation mark. */
    WORD,
    /** The continuation of a word, written with a leading {@code ##}. */
    CONTINUATION,
    /** {@code [PAD]}, {@code [UNK]}, {@code [CLS]}, {@code [SEP]}, {@code [MASK]}, unused slots. */
    SPECIAL
  }

  /** What marks the spelling of a continuation. */
  static final String CONTINUATION_PREFIX = "##";

  private static final String UNKNOWN = "[UNK]";

  private static final Pattern SPECIAL = Pattern.compile("\\[(PAD|UNK|CLS|SEP|MASK|unused\\d+)]");

  private final List<String> tokens;
  private final List<TokenClass> classes;
  private final Map<String, Integer> ids;
  private final OptionalInt unknown;

  /**
   * Creates the vocabulary of a BERT, whose tokens tell by their spelling what they are good for.
   *
   * @param tokens the tokens in order of their ids, all different
   * @throws IllegalArgumentException if a token occurs twice
   */
  public Vocabulary(List<String> tokens) {
    this(
        tokens,
        tokens.stream().map(Vocabulary::standardClass).toList(),
        tokens.contains(UNKNOWN) ? OptionalInt.of(tokens.indexOf(UNKNOWN)) : OptionalInt.empty());
  }

  private Vocabulary(List<String> tokens, List<TokenClass> classes, OptionalInt unknown) {
    this.tokens = List.copyOf(tokens);
    this.classes = List.copyOf(classes);
    this.unknown = unknown;
    if (classes.size() != tokens.size()) {
      throw new IllegalArgumentException(classes.size() + " classes of " + tokens.size());
    }
    this.ids = new HashMap<>(2 * tokens.size());
    for (int id = 0; id < tokens.size(); id++) {
      Integer earlier = ids.putIfAbsent(tokens.get(id), id);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "token '" + tokens.get(id) + "' stands at " + earlier + " and again at " + id);
      }
    }
  }

  /**
   * Creates a vocabulary of which other tokens than {@code [CLS]} and the like may be special.
   *
   * @param tokens the tokens in order of their ids, all different, continuations with a leading
   *     {@code ##}
   * @param classes what each is good for
   * @param unknown the id of the token that stands for what the model does not know, if it has one
   * @throws IllegalArgumentException if a token occurs twice, a word is spelled like a continuation
   *     or the other way round, or there are more tokens than classes
   */
  public static Vocabulary of(List<String> tokens, List<TokenClass> classes, OptionalInt unknown) {
    Vocabulary vocabulary = new Vocabulary(tokens, classes, unknown);
    for (int id = 0; id < tokens.size(); id++) {
      if (classes.get(id) != TokenClass.SPECIAL
          && isContinuation(tokens.get(id)) != (classes.get(id) == TokenClass.CONTINUATION)) {
        throw new IllegalArgumentException(tokens.get(id) + " as a " + classes.get(id));
      }
    }
    return vocabulary;
  }

  /** Returns the number of tokens. */
  public int size() {
    return tokens.size();
  }

  /**
   * Returns a token by its id.
   *
   * @param id 0 ≤ id &lt; {@link #size()}
   */
  public String token(int id) {
    return tokens.get(id);
  }

  /**
   * Returns what a token adds to a text: of a continuation its letters without the mark.
   *
   * @param id 0 ≤ id &lt; {@link #size()}
   */
  public String letters(int id) {
    return classOf(id) == TokenClass.CONTINUATION
        ? token(id).substring(CONTINUATION_PREFIX.length())
        : token(id);
  }

  /**
   * Returns a token's id, or empty if the vocabulary does not hold it.
   *
   * @param token a token as the vocabulary spells it
   */
  public OptionalInt id(String token) {
    Integer id = ids.get(token);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /**
   * Says what a token is good for.
   *
   * @param id 0 ≤ id &lt; {@link #size()}
   */
  public TokenClass classOf(int id) {
    return classes.get(id);
  }

  /** Returns the id of the token that stands for what the model does not know, if it has one. */
  public OptionalInt unknown() {
    return unknown;
  }

  /**
   * Says what a token is good for by its spelling.
   *
   * @param token a token as BERT's vocabularies spell it
   */
  public static TokenClass standardClass(String token) {
    if (token.startsWith("[") && SPECIAL.matcher(token).matches()) {
      return TokenClass.SPECIAL;
    }
    return isContinuation(token) ? TokenClass.CONTINUATION : TokenClass.WORD;
  }

  /** Says whether a token goes on the word before it; {@code ##} alone is a word. */
  static boolean isContinuation(String token) {
    return token.startsWith(CONTINUATION_PREFIX) && token.length() > CONTINUATION_PREFIX.length();
  }

  /**
   * Returns the ids of a choice of tokens, ascending.
   *
   * @param choice which tokens
   * @throws IllegalArgumentException if the vocabulary holds none of them
   */
  public TokenSet select(VocabularyChoice choice) {
    return tokenSet(
        id ->
            switch (choice) {
              case WORDS -> classOf(id) == TokenClass.WORD && isWritten(id);
              case PIECES -> classOf(id) != TokenClass.SPECIAL;
              case FULL -> true;
            });
  }

  /**
   * Returns the ids of a choice of tokens that may stand behind another piece of the same blank,
   * ascending: where whole words are chosen, what continues them as well.
   *
   * @param choice which tokens
   * @throws IllegalArgumentException if the vocabulary holds none of them
   */
  public TokenSet selectLater(VocabularyChoice choice) {
    return choice == VocabularyChoice.WORDS
        ? tokenSet(id -> classOf(id) != TokenClass.SPECIAL && isWritten(id))
        : select(choice);
  }

  /**
   * Returns the ids of a choice of tokens that may go on a word, ascending: no word, which would
   * begin another. A vocabulary without such tokens has those of {@link #select}.
   *
   * @param choice which tokens; of continuations, {@code WORDS} are those with a letter or a digit
   * @throws IllegalArgumentException if the vocabulary holds none of them
   */
  public TokenSet selectContinuing(VocabularyChoice choice) {
    if (!classes.contains(TokenClass.CONTINUATION)) {
      return select(choice);
    }
    return tokenSet(
        id ->
            switch (classOf(id)) {
              case WORD -> false;
              case CONTINUATION -> choice != VocabularyChoice.WORDS || isWritten(id);
              case SPECIAL -> choice == VocabularyChoice.FULL;
            });
  }

  /**
   * Returns a text as this vocabulary's words are written in it: without spaces between them if
   * they are single letters (those of proteins).
   */
  public BlankedText written(BlankedText text) {
    boolean ofLetters =
        IntStream.range(0, size())
            .allMatch(id -> classOf(id) == TokenClass.SPECIAL || token(id).length() == 1);
    return ofLetters
        ? new BlankedText(
            text.text(),
            text.blanks(),
            text.lengths(),
            /* spaced= */ false,
            text.continuing(),
            text.partsIdeographs())
        : text;
  }

  private TokenSet tokenSet(IntPredicate chosen) {
    return TokenSet.of(IntStream.range(0, tokens.size()).filter(chosen).toArray());
  }

  /** Says whether a token holds a letter or a number, and is not a sign alone. */
  private boolean isWritten(int id) {
    return token(id)
        .codePoints()
        .anyMatch(
            point ->
                Character.isLetterOrDigit(point)
                    || Character.getType(point) == Character.OTHER_NUMBER
                    || Character.getType(point) == Character.LETTER_NUMBER);
  }

  /**
   * Returns the id of the token that goes on a word by some letters, {@code ##ing} for {@code ing};
   * empty if there is none.
   *
   * @param letters without the mark of continuations
   */
  public OptionalInt continuation(String letters) {
    OptionalInt id = id(CONTINUATION_PREFIX + letters);
    return id.isPresent() && classOf(id.getAsInt()) == TokenClass.CONTINUATION
        ? id
        : OptionalInt.empty();
  }

  /**
   * Reads letters that are written right behind a blank ({@code [MASK]ing}) as the rest of the word
   * that the blank begins. A tokenizer that finds its mask first takes them for a word of their
   * own; where the vocabulary has no continuations that spell them, they stay that.
   *
   * @param text the text
   * @param tokenized the same as a tokenizer gives it
   */
  public TokenizedText joined(BlankedText text, TokenizedText tokenized) {
    if (IntStream.range(0, tokenized.blankCount()).noneMatch(text::isContinued)) {
      return tokenized;
    }
    List<Integer> pieces = new ArrayList<>();
    BitSet beginnings = new BitSet();
    int[] blanks = tokenized.blanks();
    int from = 0;
    for (int blank = 0; blank < blanks.length; blank++) {
      int rest = tokenized.blankPosition(blank) + 1;
      addPieces(pieces, beginnings, tokenized, from, rest);
      blanks[blank] = pieces.size() - 1;
      from = rest;
      if (text.isContinued(blank) && classOf(tokenized.piece(rest)) == TokenClass.WORD) {
        int end = rest + 1;
        while (classOf(tokenized.piece(end)) == TokenClass.CONTINUATION) {
          end++;
        }
        List<Integer> continuing = continuations(letters(tokenized, rest, end));
        if (!continuing.isEmpty()) {
          pieces.addAll(continuing);
          from = end;
        }
      }
    }
    addPieces(pieces, beginnings, tokenized, from, tokenized.length());
    return new TokenizedText(
        pieces.stream().mapToInt(Integer::intValue).toArray(), blanks, beginnings);
  }

  private static void addPieces(
      List<Integer> pieces, BitSet beginnings, TokenizedText text, int from, int to) {
    for (int position = from; position < to; position++) {
      beginnings.set(pieces.size(), text.beginsWord(position));
      pieces.add(text.piece(position));
    }
  }

  private String letters(TokenizedText text, int from, int to) {
    StringBuilder letters = new StringBuilder(token(text.piece(from)));
    for (int position = from + 1; position < to; position++) {
      letters.append(letters(text.piece(position)));
    }
    return letters.toString();
  }

  /**
   * Returns the ids of the longest continuations that spell letters, from the left; none if they do
   * not.
   *
   * @param letters without the mark of continuations
   */
  public List<Integer> continuations(String letters) {
    List<Integer> pieces = new ArrayList<>();
    int from = 0;
    while (from < letters.length()) {
      int end = letters.length();
      OptionalInt piece = continuation(letters.substring(from, end));
      while (piece.isEmpty() && --end > from) {
        piece = continuation(letters.substring(from, end));
      }
      if (piece.isEmpty()) {
        return List.of();
      }
      pieces.add(piece.getAsInt());
      from = end;
    }
    return pieces;
  }
}
