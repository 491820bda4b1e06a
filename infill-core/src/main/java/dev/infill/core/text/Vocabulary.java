package dev.infill.core.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The word pieces of a model, in order of their ids 0 … size − 1. Immutable. */
public final class Vocabulary {
  /** The use of a token in a blank. */
  public enum TokenClass {
    /** A whole word, number or punctuation mark. */
    WORD,
    /** The continuation of a word, written with a leading {@code ##}. */
    CONTINUATION,
    /** {@code [PAD]}, {@code [UNK]}, {@code [CLS]}, {@code [SEP]}, {@code [MASK]}, unused slots. */
    SPECIAL
  }

  /** The mark of a continuation. */
  private static final String PREFIX = "##";

  private static final String UNKNOWN = "[UNK]";

  private static final Pattern SPECIAL = Pattern.compile("\\[(PAD|UNK|CLS|SEP|MASK|unused\\d+)]");

  private final List<String> tokens;
  private final List<TokenClass> classes;
  private final Map<String, Integer> ids;
  private final OptionalInt unknown;

  /**
   * Creates the vocabulary of a BERT, where the spelling of a token tells its class.
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

  /**
   * Creates a vocabulary with special tokens of its own.
   *
   * @param tokens the tokens in order of their ids, all different, continuations with a leading
   *     {@code ##}
   * @param classes the class of each token
   * @param unknown the id of the token that stands for words the model does not know, if it has one
   * @throws IllegalArgumentException if a token occurs twice, a word is spelled like a continuation
   *     or the other way round, or the tokens and classes differ in number
   */
  public Vocabulary(List<String> tokens, List<TokenClass> classes, OptionalInt unknown) {
    this.tokens = List.copyOf(tokens);
    this.classes = List.copyOf(classes);
    this.unknown = unknown;
    if (classes.size() != tokens.size()) {
      throw new IllegalArgumentException(classes.size() + " classes of " + tokens.size());
    }
    ids = new HashMap<>(2 * tokens.size());
    for (int id = 0; id < tokens.size(); id++) {
      String token = tokens.get(id);
      TokenClass its = classes.get(id);
      if (its != TokenClass.SPECIAL && isContinuation(token) != (its == TokenClass.CONTINUATION)) {
        throw new IllegalArgumentException(token + " as a " + its);
      }
      Integer earlier = ids.putIfAbsent(token, id);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "token '" + token + "' stands at " + earlier + " and again at " + id);
      }
    }
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
   * Returns the letters that a token adds to a text: a continuation comes without its mark.
   *
   * @param id 0 ≤ id &lt; {@link #size()}
   */
  public String letters(int id) {
    return classOf(id) == TokenClass.CONTINUATION ? withoutMark(token(id)) : token(id);
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
   * Returns the class of a token.
   *
   * @param id 0 ≤ id &lt; {@link #size()}
   */
  public TokenClass classOf(int id) {
    return classes.get(id);
  }

  /** Returns the id of the token that stands for words the model does not know, if it has one. */
  public OptionalInt unknown() {
    return unknown;
  }

  /**
   * Returns the class of a token by its spelling.
   *
   * @param token a token as BERT's vocabularies spell it
   */
  public static TokenClass standardClass(String token) {
    if (token.startsWith("[") && SPECIAL.matcher(token).matches()) {
      return TokenClass.SPECIAL;
    }
    return isContinuation(token) ? TokenClass.CONTINUATION : TokenClass.WORD;
  }

  /** Says whether a token continues the word before it; {@code ##} alone is a word. */
  static boolean isContinuation(String token) {
    return token.startsWith(PREFIX) && token.length() > PREFIX.length();
  }

  /** Returns the letters of a continuation. */
  static String withoutMark(String continuation) {
    return continuation.substring(PREFIX.length());
  }

  /**
   * Returns the ids of a choice of tokens.
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
   * Returns the ids of a choice of tokens that may stand behind another piece of the same blank.
   * {@code WORDS} include continuations there.
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
   * Returns the ids of a choice of tokens that may continue a word: continuations, but no words,
   * which would begin another one. For a vocabulary without continuations they are those of {@link
   * #select}.
   *
   * @param choice which tokens; {@code WORDS} are continuations with a letter or a digit
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

  private TokenSet tokenSet(IntPredicate chosen) {
    return TokenSet.of(IntStream.range(0, size()).filter(chosen).toArray());
  }

  /** Says whether a token holds a letter or a number. */
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
   * Returns a text as this vocabulary's words are written in it: without spaces between them if
   * they are single letters (those of proteins).
   *
   * @param text any text
   */
  public BlankedText written(BlankedText text) {
    boolean isOfLetters =
        IntStream.range(0, size())
            .allMatch(id -> classOf(id) == TokenClass.SPECIAL || token(id).length() == 1);
    return isOfLetters ? text.with(Spacing.NONE) : text;
  }

  /**
   * Returns the id of the token that continues a word by some letters, {@code ##ing} for {@code
   * ing}; empty if there is none.
   *
   * @param letters without the mark of continuations
   */
  public OptionalInt continuation(String letters) {
    OptionalInt id = id(PREFIX + letters);
    return id.isPresent() && classOf(id.getAsInt()) == TokenClass.CONTINUATION
        ? id
        : OptionalInt.empty();
  }

  /**
   * Returns the ids of continuations that together spell letters, each as long as possible, from
   * the left; empty if there are none.
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
