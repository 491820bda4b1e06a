package dev.infill.core.task;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the word pieces that words are. A token that the vocabulary spells so is that one piece;
 * else the model's tokenizer says ("Given" is "given" for an uncased model).
 *
 * @param model the model whose pieces are meant
 */
public record WordPieces(MaskedLanguageModel model) {
  private static final String ONE_PIECE =
      "a blank holds one piece: name words of the model's vocabulary";

  private static final String HOLDS_MASK = "holds " + BlankedText.MASK + ", which is a blank";

  /**
   * Returns the id of the one piece that a word is.
   *
   * @param field the input that the word comes from
   * @param role what the word is there for, such as {@code "allowed in blank 2"}
   * @param word the word as its user wrote it
   * @throws InvalidInputException if the word is not one piece
   */
  public int single(String field, String role, String word) {
    return spelled(word).orElseGet(() -> tokenizedAsOne(field, role, word));
  }

  /**
   * Returns the piece that the vocabulary spells so; empty if there is none, or it is a word that
   * the tokenizer never makes of these letters ("thé", where it takes accents away).
   */
  public OptionalInt spelled(String word) {
    OptionalInt id = model.vocabulary().id(word);
    return id.isPresent() && model.isRead(id.getAsInt()) ? id : OptionalInt.empty();
  }

  /**
   * Returns the id of the one piece that a word is in a blank. One that goes on the word before it
   * holds the word as a continuation, {@code ##ing} for {@code ing}, if there is such a piece.
   *
   * @param field the input that the word comes from
   * @param role what the word is there for
   * @param word the word as its user wrote it
   * @param continues whether the blank goes on the word before it
   * @throws InvalidInputException if the word is not one piece
   */
  public int single(String field, String role, String word, boolean continues) {
    OptionalInt continuation = model.vocabulary().continuation(word);
    if (continues && continuation.isPresent() && model.isRead(continuation.getAsInt())) {
      return continuation.getAsInt();
    }
    int piece = single(field, role, word);
    if (!continues || model.vocabulary().classOf(piece) != TokenClass.WORD) {
      return piece;
    }
    List<Integer> behind = continuing(word, List.of(piece));
    return behind.size() == 1 ? behind.get(0) : piece;
  }

  /**
   * Refuses a word that has a space before it where the text has none, and no letters either: there
   * it would be shown without the space.
   *
   * @param field the input that the word comes from
   * @param text the text
   * @param blank which blank, from 0
   * @param piece the first piece of the word
   * @throws InvalidInputException if it is one
   */
  public void requireUnspaced(String field, BlankedText text, int blank, int piece) {
    Vocabulary vocabulary = model.vocabulary();
    if (text.continuesWord(blank)
        && !text.isBehindLetters(blank)
        && vocabulary.classOf(piece) == TokenClass.WORD) {
      throw new InvalidInputException(
          field,
          "'%s' is no piece of the model without a space before it, and the text has none before blank %d: write one, or name another word"
              .formatted(Excerpt.of(vocabulary.token(piece)), blank + 1));
    }
  }

  /**
   * Returns the ids of the pieces that a word may stand for in a blank: of a pattern, {@code *ing},
   * all of the blank's that match it; else of the one piece that it is.
   *
   * @param field the input that the word comes from
   * @param role what the word is there for
   * @param word the word as its user wrote it; in a pattern, which has other characters beside it,
   *     {@code *} stands for any characters or none, and case does not count
   * @param among what the blank may hold otherwise
   * @param continues whether the blank goes on the word before it
   * @throws InvalidInputException if the word is not one piece, or no piece matches
   */
  IntStream matching(String field, String role, String word, TokenSet among, boolean continues) {
    if (!isPattern(word)) {
      return IntStream.of(single(field, role, word, continues));
    }
    Vocabulary vocabulary = model.vocabulary();
    String[] parts = lower(word).split("\\*", -1);
    int[] matching =
        among
            .ids()
            .filter(
                id ->
                    matches(
                        parts, lower(continues ? vocabulary.letters(id) : vocabulary.token(id))))
            .toArray();
    if (matching.length == 0) {
      throw new InvalidInputException(
          field,
          "'%s', %s, matches no word that the blank may hold; * stands for any letters"
              .formatted(Excerpt.of(word), role));
    }
    return IntStream.of(matching);
  }

  private static boolean isPattern(String word) {
    return word.contains("*") && !word.chars().allMatch(c -> c == '*');
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /** Says whether a token consists of parts with anything between them. */
  private static boolean matches(String[] parts, String token) {
    int last = parts.length - 1;
    int end = token.length() - parts[last].length();
    int at = parts[0].length();
    if (!token.startsWith(parts[0]) || !token.endsWith(parts[last])) {
      return false;
    }
    for (int part = 1; part < last; part++) {
      int found = token.indexOf(parts[part], at);
      if (found < 0) {
        return false;
      }
      at = found + parts[part].length();
    }
    return at <= end;
  }

  /**
   * Returns the ids of the pieces of one or more words, with white space between them.
   *
   * @param field the input that the words come from
   * @param role what they are there for, such as {@code "the fill of blank 2"}
   * @param words the words as their user wrote them, some of them perhaps as pieces ({@code un
   *     ##real})
   * @param length how many pieces they may be
   * @param continues whether the first goes on the word before the blank: it is cut as letters
   *     behind a blank are ({@link Vocabulary#continuations})
   * @throws InvalidInputException if they are more or fewer, or unknown to the model
   */
  public List<Integer> several(
      String field, String role, String words, BlankLength length, boolean continues) {
    if (words.contains(BlankedText.MASK) && model.vocabulary().id(words).isEmpty()) {
      throw refused(field, role, words, HOLDS_MASK, length);
    }
    String[] each =
        words.isBlank() ? new String[0] : words.strip().split("\\s+", length.most() + 2);
    if (each.length > length.most()) {
      throw refused(field, role, words, "is more than " + length.most() + " words", length);
    }
    List<Integer> pieces = new ArrayList<>();
    for (String word : each) {
      boolean joins = continues && pieces.isEmpty();
      OptionalInt continuation = model.vocabulary().continuation(word);
      if (joins && continuation.isPresent() && model.isRead(continuation.getAsInt())) {
        pieces.add(continuation.getAsInt());
      } else {
        List<Integer> cut = tokenized(field, role, word, words, length);
        boolean isSpaced = model.vocabulary().classOf(cut.get(0)) == TokenClass.WORD;
        List<Integer> behind = joins && isSpaced ? continuing(word, cut) : List.of();
        pieces.addAll(behind.isEmpty() ? cut : behind);
      }
    }
    if (!length.includes(pieces.size())) {
      throw refused(field, role, words, whatTheyAre(pieces), length);
    }
    return List.copyOf(pieces);
  }

  /**
   * Returns the ids of the pieces of words, as {@link #several} does, which are no pattern.
   *
   * @throws InvalidInputException as there, or if it is one
   */
  List<Integer> listed(
      String field, String role, String words, BlankLength length, boolean continues) {
    if (isPattern(words)) {
      throw refused(field, role, words, "is a pattern, which is for a blank of one piece", length);
    }
    return several(field, role, words, length, continues);
  }

  /**
   * Returns the pieces of a word where no space stands before it: what the tokenizer makes of it
   * behind a bracket, if those are continuations; else those that spell it; none if there are none.
   */
  private List<Integer> continuing(String word, List<Integer> spaced) {
    Vocabulary vocabulary = model.vocabulary();
    TokenizedText bracket = model.tokenize(new BlankedText(" (", List.of()));
    TokenizedText behind = model.tokenize(new BlankedText(" (" + word, List.of()));
    List<Integer> pieces =
        IntStream.range(bracket.length() - 1, behind.length() - 1).mapToObj(behind::piece).toList();
    boolean areBehind =
        !pieces.isEmpty()
            && pieces.stream().allMatch(id -> vocabulary.classOf(id) == TokenClass.CONTINUATION);
    return areBehind
        ? pieces
        : vocabulary.continuations(
            spaced.stream().map(vocabulary::letters).collect(Collectors.joining()));
  }

  private List<Integer> tokenized(
      String field, String role, String word, String words, BlankLength length) {
    OptionalInt token = spelled(word);
    if (token.isPresent()) {
      return List.of(token.getAsInt());
    }
    int[] pieces = pieces(field, role, word, length);
    if (pieces.length == 0 || IntStream.of(pieces).anyMatch(this::isUnknown)) {
      throw new InvalidInputException(
          field,
          "'%s', %s, holds '%s', which is unknown to the model"
              .formatted(Excerpt.of(words), role, Excerpt.of(word)));
    }
    return IntStream.of(pieces).boxed().toList();
  }

  private boolean isUnknown(int piece) {
    return model.vocabulary().classOf(piece) == TokenClass.SPECIAL;
  }

  private int tokenizedAsOne(String field, String role, String word) {
    int[] pieces = pieces(field, role, word, BlankLength.ONE);
    if (pieces.length == 1 && model.vocabulary().classOf(pieces[0]) == TokenClass.WORD) {
      return pieces[0];
    }
    boolean longer =
        !field.equals("forbid")
            && pieces.length > 1
            && pieces.length <= BlankLength.LONGEST
            && IntStream.of(pieces).noneMatch(this::isUnknown);
    throw refused(
        field,
        role,
        word,
        whatItIs(pieces),
        longer ? ONE_PIECE + ", or write [MASK:1-" + pieces.length + "]" : ONE_PIECE);
  }

  private int[] pieces(String field, String role, String word, BlankLength length) {
    if (word.contains(BlankedText.MASK)) {
      // A tokenizer would find a blank that nobody has listed.
      throw refused(field, role, word, HOLDS_MASK, length);
    }
    try {
      // The space before it makes a word of it where tokenizers tell words by their spaces.
      TokenizedText tokenized = model.tokenize(new BlankedText(" " + word, List.of()));
      // The first and the last piece are [CLS] and [SEP].
      return IntStream.range(1, tokenized.length() - 1).map(tokenized::piece).toArray();
    } catch (InvalidInputException e) {
      if (!e.field().equals("text")) {
        throw e;
      }
      // It is not the text that is too long.
      throw refused(field, role, word, "is longer than a text may be", length);
    }
  }

  private static InvalidInputException refused(
      String field, String role, String word, String reason, BlankLength length) {
    return refused(
        field,
        role,
        word,
        reason,
        length.equals(BlankLength.ONE) ? ONE_PIECE : "the blank holds " + length + " pieces");
  }

  private static InvalidInputException refused(
      String field, String role, String word, String reason, String remedy) {
    return new InvalidInputException(
        field, "'%s', %s, %s; %s".formatted(Excerpt.of(word), role, reason, remedy));
  }

  /** Says why pieces are not one that is a word. */
  private String whatItIs(int[] pieces) {
    return pieces.length == 1
        ? "is unknown to the model"
        : whatTheyAre(IntStream.of(pieces).boxed().toList());
  }

  private String whatTheyAre(List<Integer> pieces) {
    if (pieces.isEmpty()) {
      return "is no word";
    }
    String spelled =
        pieces.stream().map(model.vocabulary()::token).collect(Collectors.joining(" "));
    return "is %d word %s (%s)"
        .formatted(pieces.size(), pieces.size() == 1 ? "piece" : "pieces", Excerpt.of(spelled));
  }
}
