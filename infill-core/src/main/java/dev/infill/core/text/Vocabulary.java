package dev.infill.core.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

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
    List<Integer> selected = new ArrayList<>();
    for (int id = 0; id < tokens.size(); id++) {
      if (choice.includes(classOf(id))) {
        selected.add(id);
      }
    }
    return TokenSet.of(selected.stream().mapToInt(Integer::intValue).toArray());
  }
}
