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

  private static final Pattern SPECIAL = Pattern.compile("\\[(PAD|UNK|CLS|SEP|MASK|unused\\d+)]");

  private final List<String> tokens;
  private final Map<String, Integer> ids;

  /**
   * Creates a vocabulary.
   *
   * @param tokens the tokens in order of their ids, all different
   * @throws IllegalArgumentException if a token occurs twice
   */
  public Vocabulary(List<String> tokens) {
    this.tokens = List.copyOf(tokens);
    this.ids = new HashMap<>(2 * tokens.size());
    for (int id = 0; id < tokens.size(); id++) {
      Integer earlier = ids.putIfAbsent(tokens.get(id), id);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "token '" + tokens.get(id) + "' stands at " + earlier + " and again at " + id);
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
    String token = tokens.get(id);
    if (SPECIAL.matcher(token).matches()) {
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
