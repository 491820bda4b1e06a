package dev.infill.core.task;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the pieces of words. A word that the vocabulary holds as it is spelled is one piece. The
 * tokenizer cuts all others ("Given" is "given" for an uncased model).
 *
 * @param model the model whose pieces are meant
 */
public record WordPieces(MaskedLanguageModel model) {
  private static final String ONE_PIECE =
      "a blank holds one piece: name words of the model's vocabulary";

  private static final String HOLDS_MASK = "holds " + BlankedText.MASK + ", which is a blank";

  /**
   * Where a user names words, and the blank that they are for.
   *
   * @param field the input that the words come from, by the name its user knows
   * @param role the purpose of the words, such as {@code "allowed in blank 2"}
   * @param length how many pieces the blank holds
   * @param continues whether the blank continues the word before it
   */
  public record Place(String field, String role, BlankLength length, boolean continues) {
    private InvalidInputException refused(String words, String reason) {
      return refused(
          words,
          reason,
          length.equals(BlankLength.ONE) ? ONE_PIECE : "the blank holds " + length + " pieces");
    }

    private InvalidInputException refused(String words, String reason, String remedy) {
      return new InvalidInputException(
          field, "'%s', %s, %s; %s".formatted(Excerpt.of(words), role, reason, remedy));
    }
  }

  /**
   * Returns the piece that the vocabulary spells like a word. It is empty if there is none, or if
   * the tokenizer never makes it of these letters ("thé", where it takes accents away).
   *
   * @param word the word as its user wrote it
   */
  public OptionalInt spelled(String word) {
    return read(model.vocabulary().id(word));
  }

  private OptionalInt read(OptionalInt piece) {
    return piece.isPresent() && model.isRead(piece.getAsInt()) ? piece : OptionalInt.empty();
  }

  private OptionalInt continuation(String word) {
    return read(model.vocabulary().continuation(word));
  }

  /**
   * Returns the id of the one piece of a word. In a blank that continues a word this is the
   * continuation, {@code ##ing} for {@code ing}, if there is one.
   *
   * @param place where the word is named
   * @param word the word as its user wrote it
   * @throws InvalidInputException if the word is not one piece
   */
  public int single(Place place, String word) {
    OptionalInt joined = place.continues() ? continuation(word) : OptionalInt.empty();
    if (joined.isPresent()) {
      return joined.getAsInt();
    }
    int piece = spelled(word).orElseGet(() -> tokenizedAsOne(place, word));
    if (!place.continues() || classOf(piece) != TokenClass.WORD) {
      return piece;
    }
    List<Integer> behind = continuing(word, List.of(piece));
    return behind.size() == 1 ? behind.get(0) : piece;
  }

  private int tokenizedAsOne(Place place, String word) {
    List<Integer> pieces = tokenized(place, word);
    if (pieces.size() == 1 && classOf(pieces.get(0)) == TokenClass.WORD) {
      return pieces.get(0);
    }
    boolean isLonger =
        !place.field().equals("forbid")
            && pieces.size() > 1
            && pieces.size() <= BlankLength.LONGEST
            && pieces.stream().noneMatch(this::isUnknown);
    throw place.refused(
        word,
        pieces.size() == 1 ? "is unknown to the model" : described(pieces),
        isLonger ? ONE_PIECE + ", or write [MASK:1-" + pieces.size() + "]" : ONE_PIECE);
  }

  /**
   * Returns the ids of all pieces that a word may stand for in a blank of one piece: the pieces
   * that match it if it is a {@linkplain WordPattern pattern}, else its own.
   *
   * @param among the pieces that the blank may hold otherwise
   * @throws InvalidInputException if the word is not one piece, or no piece matches
   */
  IntStream matching(Place place, String word, TokenSet among) {
    if (!WordPattern.isPattern(word)) {
      return IntStream.of(single(place, word));
    }
    WordPattern pattern = new WordPattern(word);
    int[] matching =
        among
            .ids()
            .filter(
                id ->
                    pattern.matches(
                        place.continues()
                            ? model.vocabulary().letters(id)
                            : model.vocabulary().token(id)))
            .toArray();
    if (matching.length == 0) {
      throw place.refused(
          word, "matches no word that the blank may hold", "* stands for any letters");
    }
    return IntStream.of(matching);
  }

  /**
   * Returns the ids of the pieces of one or more words, with white space between them. If the blank
   * continues a word, the first word is cut like letters behind a blank ({@link
   * dev.infill.core.text.Vocabulary#continuations}).
   *
   * @param place where the words are named
   * @param words the words as their user wrote them, or some of them as pieces ({@code un ##real})
   * @throws InvalidInputException if they are more or fewer pieces than the blank holds, or unknown
   *     to the model
   */
  public List<Integer> several(Place place, String words) {
    if (words.contains(BlankedText.MASK) && model.vocabulary().id(words).isEmpty()) {
      throw place.refused(words, HOLDS_MASK);
    }
    int most = place.length().most();
    String[] each = words.isBlank() ? new String[0] : words.strip().split("\\s+", most + 2);
    if (each.length > most) {
      throw place.refused(words, "is more than " + most + " words");
    }
    List<Integer> pieces = new ArrayList<>();
    for (String word : each) {
      boolean joins = place.continues() && pieces.isEmpty();
      pieces.addAll(joins ? joining(place, word, words) : cut(place, word, words));
    }
    if (!place.length().includes(pieces.size())) {
      throw place.refused(words, described(pieces));
    }
    return List.copyOf(pieces);
  }

  /**
   * Returns the ids of the pieces of words as {@link #several} does, and refuses a pattern.
   *
   * @throws InvalidInputException as there, or if it is a pattern
   */
  List<Integer> listed(Place place, String words) {
    if (WordPattern.isPattern(words)) {
      throw place.refused(words, "is a pattern, which is for a blank of one piece");
    }
    return several(place, words);
  }

  /** Returns the pieces of a word that continues the word before the blank. */
  private List<Integer> joining(Place place, String word, String words) {
    OptionalInt continuation = continuation(word);
    if (continuation.isPresent()) {
      return List.of(continuation.getAsInt());
    }
    List<Integer> spaced = cut(place, word, words);
    List<Integer> behind =
        classOf(spaced.get(0)) == TokenClass.WORD ? continuing(word, spaced) : List.of();
    return behind.isEmpty() ? spaced : behind;
  }

  /**
   * Returns the pieces of a word without a space before it: the pieces that the tokenizer makes of
   * it behind a bracket, if all are continuations; else the continuations that spell it; empty if
   * there are none.
   */
  private List<Integer> continuing(String word, List<Integer> spaced) {
    TokenizedText bracket = model.tokenize(new BlankedText(" (", List.of()));
    TokenizedText behind = model.tokenize(new BlankedText(" (" + word, List.of()));
    List<Integer> pieces =
        IntStream.range(bracket.length() - 1, behind.length() - 1).mapToObj(behind::piece).toList();
    boolean areBehind =
        !pieces.isEmpty() && pieces.stream().allMatch(id -> classOf(id) == TokenClass.CONTINUATION);
    return areBehind
        ? pieces
        : model
            .vocabulary()
            .continuations(
                spaced.stream().map(model.vocabulary()::letters).collect(Collectors.joining()));
  }

  /** Returns the pieces of one of several words behind a space. */
  private List<Integer> cut(Place place, String word, String words) {
    OptionalInt token = spelled(word);
    if (token.isPresent()) {
      return List.of(token.getAsInt());
    }
    List<Integer> pieces = tokenized(place, word);
    if (pieces.isEmpty() || pieces.stream().anyMatch(this::isUnknown)) {
      throw new InvalidInputException(
          place.field(),
          "'%s', %s, holds '%s', which is unknown to the model"
              .formatted(Excerpt.of(words), place.role(), Excerpt.of(word)));
    }
    return pieces;
  }

  private List<Integer> tokenized(Place place, String word) {
    if (word.contains(BlankedText.MASK)) {
      // The tokenizer would take it for a blank.
      throw place.refused(word, HOLDS_MASK);
    }
    try {
      // The space before it makes a word of it where tokenizers tell words by their spaces.
      TokenizedText tokenized = model.tokenize(new BlankedText(" " + word, List.of()));
      // The first and the last piece are [CLS] and [SEP].
      return IntStream.range(1, tokenized.length() - 1).mapToObj(tokenized::piece).toList();
    } catch (InvalidInputException e) {
      if (!e.field().equals("text")) {
        throw e;
      }
      // The word is too long, not the text.
      throw place.refused(word, "is longer than a text may be");
    }
  }

  /**
   * Refuses a piece that begins a word behind a space, in a blank without a space or letters before
   * it: the text would show the word without its space.
   *
   * @param field the input that the word comes from
   * @param text the text
   * @param blank which blank, from 0
   * @param piece the first piece of the word
   * @throws InvalidInputException if it is such a piece
   */
  public void requireUnspaced(String field, BlankedText text, int blank, int piece) {
    if (text.continuesWord(blank)
        && !text.isBehindLetters(blank)
        && classOf(piece) == TokenClass.WORD) {
      throw new InvalidInputException(
          field,
          "'%s' is no piece of the model without a space before it, and the text has none before blank %d: write one, or name another word"
              .formatted(Excerpt.of(model.vocabulary().token(piece)), blank + 1));
    }
  }

  private TokenClass classOf(int piece) {
    return model.vocabulary().classOf(piece);
  }

  private boolean isUnknown(int piece) {
    return classOf(piece) == TokenClass.SPECIAL;
  }

  /** Describes the pieces of a word; continues a message that names the word. */
  private String described(List<Integer> pieces) {
    if (pieces.isEmpty()) {
      return "is no word";
    }
    String spelled =
        pieces.stream().map(model.vocabulary()::token).collect(Collectors.joining(" "));
    return "is %d word %s (%s)"
        .formatted(pieces.size(), pieces.size() == 1 ? "piece" : "pieces", Excerpt.of(spelled));
  }
}
