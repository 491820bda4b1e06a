package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A tokenizer in the form of Hugging Face's {@code tokenizer.json}: word pieces, byte-level BPE or
 * a unigram model. Immutable.
 *
 * <p>Its {@link #vocabulary()} spells tokens as this project does, whatever marks the file has for
 * the beginnings of words: a word as it is written, what continues a word with a leading {@code
 * ##}. A token that is no text alone (white space, a part of a character), or that could not be
 * distinguished from another one, keeps its own spelling and counts as special.
 */
public final class TokenizerFile {
  private static final Set<String> USUAL_MASKS = Set.of("[MASK]", "<mask>");

  private final byte[] json;
  private final AddedToken mask;
  private final List<AddedToken> added;
  private final List<String> tokens;
  private final Vocabulary vocabulary;
  private final boolean marksSpaces;

  private TokenizerFile(
      byte[] json,
      AddedToken mask,
      List<AddedToken> added,
      List<String> tokens,
      Vocabulary vocabulary,
      boolean marksSpaces) {
    this.json = json;
    this.mask = mask;
    this.added = added;
    this.tokens = tokens;
    this.vocabulary = vocabulary;
    this.marksSpaces = marksSpaces;
  }

  /**
   * Reads a tokenizer.
   *
   * @param json the file
   * @param maskToken the token of a blank; empty for {@code [MASK]} or {@code <mask>}, whichever it
   *     has
   * @param size V, the rows of the word embeddings; those without a token are no text
   * @throws IOException if it is no such file, has more tokens, or asks for what no supported
   *     tokenizer does; the message continues the file's name
   */
  public static TokenizerFile parse(byte[] json, Optional<String> maskToken, int size)
      throws IOException {
    TokenizerReader reader = new TokenizerReader(size);
    try {
      try (JsonParser parser = BoundedJson.strictFactory().createParser(json)) {
        reader.read(parser);
      }
      try (JsonParser parser = BoundedJson.strictFactory().createParser(json)) {
        reader.checkMerges(parser);
      }
    } catch (JsonProcessingException | CharConversionException e) {
      throw BoundedJson.malformed("in it", e);
    }
    List<String> tokens = reader.tokens();
    List<AddedToken> added = reader.added();
    return new TokenizerFile(
        json.clone(),
        mask(added, maskToken),
        added,
        tokens,
        vocabulary(tokens, added, reader.marking(), reader),
        reader.marking() != PieceMarking.WORD_PIECE);
  }

  private static AddedToken mask(List<AddedToken> added, Optional<String> name)
      throws MalformedFileException {
    List<AddedToken> masks =
        added.stream()
            .filter(
                token ->
                    name.isPresent()
                        ? token.content().equals(name.get())
                        : USUAL_MASKS.contains(token.content()))
            .toList();
    if (masks.size() != 1) {
      throw new MalformedFileException(
          "has %s among its added_tokens, which a masked language model needs"
              .formatted(
                  name.map(token -> "no mask token " + PrintableName.of(token))
                      .orElse(masks.isEmpty() ? "no mask token" : "several mask tokens")));
    }
    return masks.get(0);
  }

  private static Vocabulary vocabulary(
      List<String> tokens, List<AddedToken> added, PieceMarking marking, TokenizerReader reader)
      throws MalformedFileException {
    Set<Integer> special = new HashSet<>(reader.unused());
    Set<Integer> written = new HashSet<>();
    for (AddedToken token : added) {
      (token.special() ? special : written).add(token.id());
    }
    String[] spelled = new String[tokens.size()];
    TokenClass[] classes = new TokenClass[spelled.length];
    Arrays.fill(classes, TokenClass.SPECIAL);
    Set<String> taken = new HashSet<>();
    for (int id : special) {
      spelled[id] = tokens.get(id);
      taken.add(spelled[id]);
    }
    // Words first: where two would be spelled alike, the word is.
    for (TokenClass wanted : List.of(TokenClass.WORD, TokenClass.CONTINUATION)) {
      for (int id = 0; id < spelled.length; id++) {
        if (!special.contains(id) && spelled[id] == null) {
          String spelling =
              spelling(tokens.get(id), written.contains(id), marking, wanted).orElse(null);
          if (spelling != null && taken.add(spelling)) {
            spelled[id] = spelling;
            classes[id] = wanted;
          }
        }
      }
    }
    for (int id = 0; id < spelled.length; id++) {
      if (spelled[id] == null) {
        String own = tokens.get(id);
        spelled[id] = taken.add(own) ? own : "%s (%d)".formatted(own, id);
      }
    }
    try {
      return new Vocabulary(List.of(spelled), List.of(classes), reader.unknown());
    } catch (IllegalArgumentException e) {
      throw new MalformedFileException("has tokens that cannot be told apart", e);
    }
  }

  /** Returns how a token is spelled if it is of a class, and can be spelled so. */
  private static Optional<String> spelling(
      String token, boolean written, PieceMarking marking, TokenClass wanted) {
    // A token that was added is written into texts as it is; one of spaces, or of their marks, is
    // no
    // text alone.
    Optional<PieceMarking.Piece> piece =
        written
            ? Optional.of(new PieceMarking.Piece(token, true))
                .filter(text -> !token.replace('\u2581', ' ').isBlank())
            : marking.read(token);
    return piece
        .filter(text -> text.beginsWord() == (wanted == TokenClass.WORD))
        .map(text -> text.beginsWord() ? text.text() : PieceMarking.CONTINUATION + text.text())
        .filter(spelling -> Vocabulary.standardClass(spelling) == wanted);
  }

  /** Returns the file. */
  public byte[] json() {
    return json.clone();
  }

  /** Returns the tokens as the file spells them, in order of their ids. */
  public List<String> tokens() {
    return tokens;
  }

  /** Returns the tokens as this project spells them. */
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /** Says whether pieces tell the spaces before them, and not what they go on. */
  public boolean marksSpaces() {
    return marksSpaces;
  }

  /** Returns the token of a blank. */
  public AddedToken mask() {
    return mask;
  }

  /** Says whether a token is that of a blank. */
  public boolean isMask(AddedToken token) {
    return token.equals(mask);
  }

  /** Returns the tokens that are found in texts as they are written; the mask is one of them. */
  public List<AddedToken> added() {
    return added;
  }
}
