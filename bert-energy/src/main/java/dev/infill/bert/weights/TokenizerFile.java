package dev.infill.bert.weights;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tokenizer in the form of Hugging Face's {@code tokenizer.json}: word pieces, byte-level BPE or
 * a unigram model. Immutable.
 *
 * <p>Its {@link #vocabulary()} spells tokens as this project does, whatever marks the file has for
 * the beginnings of words: a word as it is written, what continues a word with a leading {@code
 * ##}. A token that is no text alone (white space, a part of a character), or that could not be
 * told from another one, keeps its own spelling and counts as special.
 */
public final class TokenizerFile {
  private static final Set<String> USUAL_MASKS = Set.of("[MASK]", "<mask>");

  private final byte[] json;
  private final AddedToken mask;
  private final List<AddedToken> added;
  private final List<String> tokens;
  private final Vocabulary vocabulary;

  private TokenizerFile(
      byte[] json,
      AddedToken mask,
      List<AddedToken> added,
      List<String> tokens,
      Vocabulary vocabulary) {
    this.json = json;
    this.mask = mask;
    this.added = added;
    this.tokens = tokens;
    this.vocabulary = vocabulary;
  }

  /**
   * Reads a tokenizer.
   *
   * @param json the file
   * @param maskToken the token of a blank; empty for {@code [MASK]} or {@code <mask>}, whichever it
   *     has
   * @param size V, how many tokens it must have
   * @throws IOException if it is no such file, or has another number of tokens; the message
   *     continues the file's name
   */
  public static TokenizerFile parse(byte[] json, Optional<String> maskToken, int size)
      throws IOException {
    Reader reader = new Reader(size);
    try (JsonParser parser = BoundedJson.factory().createParser(json)) {
      reader.read(parser);
    } catch (JsonProcessingException e) {
      throw BoundedJson.malformed("in it", e);
    }
    List<String> tokens = reader.tokens();
    List<AddedToken> added = List.copyOf(reader.added);
    AddedToken mask = mask(added, maskToken);
    return new TokenizerFile(
        json.clone(), mask, added, tokens, vocabulary(tokens, added, reader.marking(), reader));
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
      List<String> tokens, List<AddedToken> added, PieceMarking marking, Reader reader)
      throws MalformedFileException {
    Set<Integer> special = new HashSet<>();
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
      return Vocabulary.of(List.of(spelled), List.of(classes), reader.unknown());
    } catch (IllegalArgumentException e) {
      throw new MalformedFileException("has tokens that cannot be told apart", e);
    }
  }

  /** Returns how a token is spelled if it is of a class, and can be spelled so. */
  private static Optional<String> spelling(
      String token, boolean written, PieceMarking marking, TokenClass wanted) {
    // A token that was added is written into texts as it is.
    Optional<PieceMarking.Piece> piece =
        written ? Optional.of(new PieceMarking.Piece(token, true)) : marking.read(token);
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
  List<String> tokens() {
    return tokens;
  }

  /** Returns the tokens as this project spells them. */
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /** Returns the token of a blank. */
  public AddedToken mask() {
    return mask;
  }

  /** Returns the tokens that are found in texts as they are written; the mask is one of them. */
  public List<AddedToken> added() {
    return added;
  }

  /** Collects what is needed of a file, and nothing else, so that a hostile one takes no memory. */
  private static final class Reader {
    private final @Nullable String[] tokens;
    private final List<AddedToken> added = new ArrayList<>();

    /** Kinds of normalisers and pre-tokenizers that mark beginnings of words. */
    private final Set<String> steps = new HashSet<>();

    private int count;
    private String model = "";
    private String prefix = "##";
    private String unknownToken = "";
    private int unknownId = -1;

    Reader(int size) {
      this.tokens = new String[size];
    }

    void read(JsonParser json) throws IOException {
      require(json.nextToken() == JsonToken.START_OBJECT, "an object");
      Set<String> given = new HashSet<>();
      for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
        json.nextToken();
        require(given.size() < 100 && given.add(field), "each field once");
        switch (field) {
          case "added_tokens" -> readAddedTokens(json);
          case "model" -> readModel(json);
          case "normalizer", "pre_tokenizer" -> readSteps(json);
          default -> json.skipChildren();
        }
      }
      require(json.currentToken() == JsonToken.END_OBJECT, "an end");
      for (AddedToken token : added) {
        put(token.id(), token.content(), /* again= */ true);
      }
    }

    private void readAddedTokens(JsonParser json) throws IOException {
      if (json.currentToken() == JsonToken.VALUE_NULL) {
        return;
      }
      require(json.currentToken() == JsonToken.START_ARRAY, "a list of added_tokens");
      while (json.nextToken() != JsonToken.END_ARRAY) {
        require(json.currentToken() == JsonToken.START_OBJECT, "objects as added_tokens");
        require(added.size() < tokens.length, "no more added_tokens than word embeddings");
        int id = -1;
        String content = "";
        boolean special = false;
        boolean singleWord = false;
        boolean left = false;
        boolean right = false;
        boolean normalized = false;
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
          json.nextToken();
          switch (field) {
            case "id" -> id = integer(json);
            case "content" -> content = text(json);
            case "special" -> special = json.getBooleanValue();
            case "single_word" -> singleWord = json.getBooleanValue();
            case "lstrip" -> left = json.getBooleanValue();
            case "rstrip" -> right = json.getBooleanValue();
            case "normalized" -> normalized = json.getBooleanValue();
            default -> json.skipChildren();
          }
        }
        require(!content.isEmpty(), "a content of each added token");
        added.add(new AddedToken(id, content, special, singleWord, left, right, normalized));
      }
    }

    private void readSteps(JsonParser json) throws IOException {
      int depth = 0;
      do {
        JsonToken token = json.currentToken();
        require(token != null, "an end");
        if (token.isStructStart()) {
          depth++;
        } else if (token.isStructEnd()) {
          depth--;
        } else if (token == JsonToken.VALUE_STRING
            && (json.getText().equals("ByteLevel") || json.getText().equals("Metaspace"))) {
          steps.add(json.getText());
        }
      } while (depth > 0 && json.nextToken() != null);
    }

    private void readModel(JsonParser json) throws IOException {
      require(json.currentToken() == JsonToken.START_OBJECT, "an object as its model");
      // Old files do not name the kind of their model.
      String seems = "WordPiece";
      for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
        json.nextToken();
        switch (field) {
          case "type" -> model = text(json);
          case "continuing_subword_prefix" -> {
            prefix = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : prefix;
          }
          case "unk_token" -> {
            unknownToken = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
          }
          case "unk_id" -> {
            unknownId = json.currentToken() == JsonToken.VALUE_NULL ? -1 : integer(json);
          }
          case "merges" -> {
            seems = "BPE";
            json.skipChildren();
          }
          case "vocab" -> {
            if (json.currentToken() == JsonToken.START_ARRAY) {
              seems = "Unigram";
              readList(json);
            } else {
              readMap(json);
            }
          }
          default -> json.skipChildren();
        }
      }
      model = model.isEmpty() ? seems : model;
    }

    private void readMap(JsonParser json) throws IOException {
      require(json.currentToken() == JsonToken.START_OBJECT, "a vocab");
      for (String token = json.nextFieldName(); token != null; token = json.nextFieldName()) {
        json.nextToken();
        put(integer(json), token, /* again= */ false);
      }
    }

    private void readList(JsonParser json) throws IOException {
      for (int id = 0; json.nextToken() != JsonToken.END_ARRAY; id++) {
        require(json.currentToken() == JsonToken.START_ARRAY, "pairs as vocab");
        json.nextToken();
        put(id, text(json), /* again= */ false);
        require(json.nextToken().isNumeric(), "a number for each token");
        require(json.nextToken() == JsonToken.END_ARRAY, "pairs as vocab");
      }
    }

    private void put(int id, String token, boolean again) throws MalformedFileException {
      if (id < 0 || id >= tokens.length) {
        throw new MalformedFileException(
            "holds the token '%s' with the id %d, where there are %d word embeddings"
                .formatted(PrintableName.of(token), id, tokens.length));
      }
      String earlier = tokens[id];
      if (earlier == null) {
        tokens[id] = token;
        count++;
      } else if (!again || !earlier.equals(token)) {
        throw new MalformedFileException(
            "gives the id %d to '%s' and to '%s'"
                .formatted(id, PrintableName.of(earlier), PrintableName.of(token)));
      }
    }

    private static int integer(JsonParser json) throws IOException {
      require(json.currentToken() == JsonToken.VALUE_NUMBER_INT, "integers as ids");
      return json.getIntValue();
    }

    private static String text(JsonParser json) throws IOException {
      require(json.currentToken() == JsonToken.VALUE_STRING, "strings as tokens");
      return json.getText();
    }

    List<String> tokens() throws MalformedFileException {
      if (count != tokens.length) {
        throw new MalformedFileException(
            "holds %d tokens, the word embeddings %d".formatted(count, tokens.length));
      }
      return Arrays.stream(tokens).map(Objects::requireNonNull).toList();
    }

    PieceMarking marking() throws MalformedFileException {
      switch (model) {
        case "WordPiece" -> {
          require(prefix.equals(PieceMarking.CONTINUATION), "word pieces with the prefix ##");
          return PieceMarking.WORD_PIECE;
        }
        case "Unigram" -> {
          return PieceMarking.META_SPACE;
        }
        case "BPE" -> {
          require(!steps.isEmpty(), "a BPE of bytes (ByteLevel) or of SentencePiece (Metaspace)");
          return steps.contains("ByteLevel") ? PieceMarking.BYTE_LEVEL : PieceMarking.META_SPACE;
        }
        default ->
            throw new MalformedFileException(
                "holds a tokenizer of the kind %s; WordPiece, BPE and Unigram are supported"
                    .formatted(PrintableName.of(model)));
      }
    }

    OptionalInt unknown() {
      if (unknownId >= 0 && unknownId < tokens.length) {
        return OptionalInt.of(unknownId);
      }
      for (int id = 0; id < tokens.length; id++) {
        if (!unknownToken.isEmpty() && unknownToken.equals(tokens[id])) {
          return OptionalInt.of(id);
        }
      }
      return OptionalInt.empty();
    }

    private static void require(boolean condition, String expected) throws MalformedFileException {
      if (!condition) {
        throw new MalformedFileException(
            "is no tokenizer that can be read: it should have " + expected);
      }
    }
  }
}
