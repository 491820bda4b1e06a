package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.UnusedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is needed of a {@code tokenizer.json}, and nothing else, so that a hostile one
 * takes no memory; and checks all that the native library will be given of it, which ends the
 * process over what it does not expect.
 */
final class TokenizerReader {
  /** What a model of each kind may have beside its vocab. */
  private static final Map<String, Set<String>> MODEL_MEMBERS =
      Map.of(
          "WordPiece",
          Set.of("unk_token", "continuing_subword_prefix", "max_input_chars_per_word"),
          "BPE",
          Set.of(
              "dropout",
              "unk_token",
              "continuing_subword_prefix",
              "end_of_word_suffix",
              "fuse_unk",
              "byte_fallback",
              "ignore_merges",
              "merges"),
          "Unigram",
          Set.of("unk_id", "byte_fallback"));

  /** Those of SentencePiece have up to 16, runs of spaces up to 128. */
  private static final int MOST_TOKEN_LENGTH = 1000;

  /** BERT's is 100; the time that a word takes grows with its square. */
  private static final int MOST_WORD_LENGTH = 1000;

  /** Where the values of a Unigram's pieces may lie: they are logarithms of probabilities. */
  private static final double MOST_SCORE = 1e6;

  /** What of a file is read as a tree; published ones have some hundred. */
  private static final int MOST_TREE_SIZE = 20_000;

  private final @Nullable String[] tokens;
  private final List<AddedToken> added = new ArrayList<>();

  /** Kinds of normalisers and pre-tokenizers that mark beginnings of words. */
  private final Set<String> steps = new HashSet<>();

  /** The tokens of the model alone, and its other members. */
  private final Set<String> pieces = new HashSet<>();

  private final Set<String> members = new HashSet<>();

  private int count;
  private String model = "";
  private String prefix = "##";
  private String unknownToken = "";
  private int unknownId = -1;

  TokenizerReader(int size) {
    this.tokens = new String[size];
  }

  /** Reads a file. */
  void read(JsonParser json) throws IOException {
    require(json.nextToken() == JsonToken.START_OBJECT, "an object");
    for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
      json.nextToken();
      switch (field) {
        case "version" -> require(text(json).equals("1.0"), "the version 1.0");
        case "added_tokens" -> readAddedTokens(json);
        case "model" -> readModel(json);
        case NormalizerCheck.PART -> mark(NormalizerCheck.check(tree(json)));
        case PreTokenizerCheck.PART -> mark(PreTokenizerCheck.check(tree(json)));
        case PostProcessorCheck.PART -> new PostProcessorCheck(tokens.length).check(tree(json));
        // They are left out when the native library is given the rest.
        case "truncation", "padding", "decoder" -> json.skipChildren();
        default ->
            throw new MalformedFileException(
                "holds the unknown member '%s'".formatted(PrintableName.of(field)));
      }
    }
    require(json.currentToken() == JsonToken.END_OBJECT, "an end");
    checkModel();
    for (AddedToken token : added) {
      put(token.id(), token.content(), /* again= */ true);
    }
  }

  private void mark(List<TokenizerStep> found) throws MalformedFileException {
    for (TokenizerStep step : found) {
      if (marksSpaces(step)) {
        steps.add(step.type());
      }
      boolean isNew =
          !Set.of("ByteLevel", "Metaspace").contains(step.type()) || steps.add(step.type());
      // Each would make every text longer once more.
      require(isNew, "the step %s once".formatted(step.type()));
    }
  }

  /** Says whether a normalizer writes SentencePiece's mark for each space, as Gemma's does. */
  private static boolean marksSpaces(TokenizerStep step) {
    return step.type().equals("Replace")
        && step.member("pattern").path("String").asText().equals(" ")
        && step.member("content").asText().equals(PieceMarking.SPACE);
  }

  /** Returns a part of a file as a tree. */
  private static JsonNode tree(JsonParser json) throws IOException {
    try (TokenBuffer part = new TokenBuffer(json)) {
      int depth = 0;
      int size = 0;
      do {
        JsonToken token = json.currentToken();
        require(token != null, "an end");
        require(++size < MOST_TREE_SIZE, "shorter lists of steps");
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (token == JsonToken.VALUE_STRING) {
          text(json);
        }
        part.copyCurrentEvent(json);
      } while (depth > 0 && json.nextToken() != null);
      return new ObjectMapper().readTree(part.asParser());
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
          case "special" -> special = flag(json);
          case "single_word" -> singleWord = flag(json);
          case "lstrip" -> left = flag(json);
          case "rstrip" -> right = flag(json);
          case "normalized" -> normalized = flag(json);
          default -> json.skipChildren();
        }
      }
      require(!content.isEmpty(), "a content of each added token");
      added.add(new AddedToken(id, content, special, singleWord, left, right, normalized));
    }
  }

  private void readModel(JsonParser json) throws IOException {
    require(json.currentToken() == JsonToken.START_OBJECT, "an object as its model");
    // Old files do not name the kind of their model.
    String seems = "WordPiece";
    for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
      json.nextToken();
      require(members.size() < 100, "fewer members of its model");
      boolean isNull = json.currentToken() == JsonToken.VALUE_NULL;
      switch (field) {
        case "type" -> model = text(json);
        case "vocab" -> {
          if (json.currentToken() == JsonToken.START_ARRAY) {
            seems = "Unigram";
            readList(json);
          } else {
            readMap(json);
          }
        }
        default -> {
          members.add(field);
          switch (field) {
            case "continuing_subword_prefix" -> prefix = isNull ? "" : text(json);
            case "end_of_word_suffix" ->
                require(isNull || text(json).isEmpty(), "no end_of_word_suffix");
            case "dropout" ->
                require(
                    isNull || (json.currentToken().isNumeric() && json.getDoubleValue() == 0),
                    "no dropout");
            case "fuse_unk", "byte_fallback", "ignore_merges" -> flag(json);
            case "max_input_chars_per_word" -> {
              int most = integer(json);
              require(
                  most > 0 && most <= MOST_WORD_LENGTH,
                  "a max_input_chars_per_word from 1 to " + MOST_WORD_LENGTH);
            }
            case "unk_token" -> unknownToken = isNull ? "" : text(json);
            case "unk_id" -> unknownId = integer(json);
            case "merges" -> {
              seems = "BPE";
              json.skipChildren();
            }
            default -> json.skipChildren();
          }
        }
      }
    }
    model = model.isEmpty() ? seems : model;
  }

  /** Checks what depends on several members. */
  private void checkModel() throws MalformedFileException {
    Set<String> known = MODEL_MEMBERS.get(model);
    if (known == null) {
      throw new MalformedFileException(
          "holds a tokenizer of the kind %s; WordPiece, BPE and Unigram are supported"
              .formatted(PrintableName.of(model)));
    }
    for (String member : members) {
      require(
          known.contains(member),
          "no member %s of a %s".formatted(PrintableName.of(member), model));
    }
    switch (model) {
      case "WordPiece" -> {
        require(prefix.equals(PieceMarking.CONTINUATION), "word pieces with the prefix ##");
        require(pieces.contains(unknownToken), "its unk_token in its vocab");
      }
      case "BPE" -> {
        require(
            !members.contains("continuing_subword_prefix") || prefix.isEmpty(),
            "no prefix of what continues a word");
        require(members.contains("merges"), "merges");
        require(
            unknownToken.isEmpty() || pieces.contains(unknownToken), "its unk_token in its vocab");
        require(
            !steps.isEmpty(),
            "a BPE of bytes (ByteLevel) or of SentencePiece (Metaspace, or a Replace of spaces)");
      }
      default ->
          require(
              unknownId >= 0 && unknownId < count,
              "an unk_id among its %d pieces".formatted(count));
    }
  }

  private void readMap(JsonParser json) throws IOException {
    require(json.currentToken() == JsonToken.START_OBJECT, "a vocab");
    for (String token = json.nextFieldName(); token != null; token = json.nextFieldName()) {
      json.nextToken();
      put(integer(json), wellFormed(token), /* again= */ false);
      pieces.add(token);
    }
  }

  private void readList(JsonParser json) throws IOException {
    for (int id = 0; json.nextToken() != JsonToken.END_ARRAY; id++) {
      require(json.currentToken() == JsonToken.START_ARRAY, "pairs as vocab");
      json.nextToken();
      put(id, text(json), /* again= */ false);
      require(json.nextToken().isNumeric(), "a number for each token");
      require(
          Math.abs(json.getDoubleValue()) <= MOST_SCORE,
          "a number from %.0f to %.0f for each token".formatted(-MOST_SCORE, MOST_SCORE));
      require(json.nextToken() == JsonToken.END_ARRAY, "pairs as vocab");
    }
  }

  private void put(int id, String token, boolean again) throws MalformedFileException {
    if (id < 0 || id >= tokens.length) {
      throw new MalformedFileException(
          "holds the token '%s' with the id %d, where there are %d word embeddings"
              .formatted(PrintableName.of(token), id, tokens.length));
    }
    require(
        token.length() <= MOST_TOKEN_LENGTH,
        "tokens of at most %d characters".formatted(MOST_TOKEN_LENGTH));
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

  /**
   * Checks the merges of a BPE, which are of tokens that it has and make others that it has. They
   * may stand before the tokens, so the file is read a second time.
   */
  void checkMerges(JsonParser json) throws IOException {
    if (!model.equals("BPE")) {
      return;
    }
    json.nextToken();
    while (!json.nextFieldName().equals("model")) {
      json.nextToken();
      json.skipChildren();
    }
    json.nextToken();
    while (!json.nextFieldName().equals("merges")) {
      json.nextToken();
      json.skipChildren();
    }
    require(json.nextToken() == JsonToken.START_ARRAY, "a list of merges");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == JsonToken.START_ARRAY) {
        json.nextToken();
        String left = text(json);
        json.nextToken();
        checkMerge(left, text(json));
        require(json.nextToken() == JsonToken.END_ARRAY, "pairs as merges");
      } else if (!text(json).startsWith("#version")) {
        String merge = json.getText();
        int space = merge.indexOf(' ');
        require(space >= 0, "two tokens in each of its merges");
        checkMerge(merge.substring(0, space), merge.substring(space + 1));
      }
    }
  }

  private void checkMerge(String left, String right) throws MalformedFileException {
    if (!pieces.contains(left) || !pieces.contains(right) || !pieces.contains(left + right)) {
      throw new MalformedFileException(
          "merges '%s' and '%s', which with what they make should be in its vocab"
              .formatted(PrintableName.of(left), PrintableName.of(right)));
    }
  }

  private static int integer(JsonParser json) throws IOException {
    require(json.currentToken() == JsonToken.VALUE_NUMBER_INT, "integers as ids");
    return json.getIntValue();
  }

  private static boolean flag(JsonParser json) throws IOException {
    require(
        json.currentToken() == JsonToken.VALUE_TRUE || json.currentToken() == JsonToken.VALUE_FALSE,
        "true or false as " + json.currentName());
    return json.getBooleanValue();
  }

  private static String text(JsonParser json) throws IOException {
    require(json.currentToken() == JsonToken.VALUE_STRING, "strings as tokens");
    return wellFormed(json.getText());
  }

  /** Half a character cannot be written again. */
  private static String wellFormed(String text) throws MalformedFileException {
    require(
        text.codePoints().noneMatch(point -> point >= 0xd800 && point <= 0xdfff),
        "no halves of surrogate pairs");
    return text;
  }

  List<AddedToken> added() {
    return List.copyOf(added);
  }

  List<String> tokens() throws MalformedFileException {
    return UnusedRows.named(Arrays.asList(tokens), tokens.length);
  }

  /** Returns the ids that no token has. */
  List<Integer> unused() {
    return IntStream.range(0, tokens.length).filter(id -> tokens[id] == null).boxed().toList();
  }

  PieceMarking marking() {
    return switch (model) {
      case "WordPiece" -> PieceMarking.WORD_PIECE;
      case "BPE" -> steps.contains("ByteLevel") ? PieceMarking.BYTE_LEVEL : PieceMarking.META_SPACE;
      default -> PieceMarking.META_SPACE;
    };
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
