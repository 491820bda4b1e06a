package dev.infill.bert.weights.tokenizer;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The model of a {@code tokenizer.json}, which parts words into pieces.
 *
 * @param kind WordPiece, BPE or Unigram
 * @param unknown the id of the piece that stands for unknown words, if there is one
 */
record PieceModel(String kind, OptionalInt unknown) {
  static final String WORD_PIECE = "WordPiece";
  static final String BPE = "BPE";
  static final String UNIGRAM = "Unigram";

  private static final Member IDS = new Member("vocab", JsonNode::isObject, "an object");
  private static final Member SCORES = new Member("vocab", JsonNode::isArray, "a list");

  private static final Member UNKNOWN_TOKEN =
      new Member(
          "unk_token",
          (token, model) -> token.isTextual() && model.path("vocab").has(token.asText()),
          "in its vocab");

  private static final Member UNKNOWN_ID =
      new Member(
          "unk_id",
          (id, model) -> id.isInt() && model.path("vocab").has(id.asInt()),
          "the id of one of its pieces");

  private static final Kinds KINDS =
      new Kinds(
          "model",
          Map.ofEntries(
              entry(
                  WORD_PIECE,
                  List.of(
                      IDS,
                      UNKNOWN_TOKEN,
                      Member.choice("continuing_subword_prefix", "##").optional(),
                      Member.integer("max_input_chars_per_word", 1, Limits.WORD_CHARS).optional())),
              entry(
                  BPE,
                  List.of(
                      IDS,
                      UNKNOWN_TOKEN.nullable(),
                      Member.text("continuing_subword_prefix", 0).nullable(),
                      Member.text("end_of_word_suffix", 0).nullable(),
                      new Member("dropout", rate -> rate.isNumber() && rate.asDouble() == 0, "0")
                          .nullable(),
                      Member.flag("fuse_unk"),
                      Member.flag("byte_fallback"),
                      Member.flag("ignore_merges"),
                      new Member("merges", JsonNode::isArray, "a list"))),
              entry(UNIGRAM, List.of(SCORES, UNKNOWN_ID, Member.flag("byte_fallback")))));

  /**
   * Reads a model.
   *
   * @param model the member of the file
   * @param tokens is given the model's pieces
   */
  static PieceModel read(JsonNode model, TokenRows tokens) throws MalformedFileException {
    String kind = model.path("type").asText(likelyKind(model));
    KINDS.check(kind, model);
    JsonNode vocabulary = model.path("vocab");
    if (kind.equals(UNIGRAM)) {
      for (int id = 0; id < vocabulary.size(); id++) {
        tokens.put(id, scored(vocabulary.path(id)));
      }
      return new PieceModel(kind, OptionalInt.of(model.path("unk_id").asInt()));
    }
    for (Map.Entry<String, JsonNode> piece : vocabulary.properties()) {
      if (!piece.getValue().isInt()) {
        String name = PrintableName.of(piece.getKey());
        throw Member.wrong(
            "token '%s' with the id".formatted(name), piece.getValue(), "an integer");
      }
      tokens.put(piece.getValue().asInt(), piece.getKey());
    }
    for (JsonNode merge : model.path("merges")) {
      checkMerge(merge, vocabulary);
    }
    JsonNode unknown = vocabulary.path(model.path("unk_token").asText(""));
    return new PieceModel(
        kind, unknown.isInt() ? OptionalInt.of(unknown.asInt()) : OptionalInt.empty());
  }

  /** Returns the kind of a model that does not name it, as old files do not. */
  private static String likelyKind(JsonNode model) {
    return model.has("merges") ? BPE : model.path("vocab").isArray() ? UNIGRAM : WORD_PIECE;
  }

  /** Returns the piece of a pair of a piece and its score. */
  private static String scored(JsonNode pair) throws MalformedFileException {
    boolean isScored =
        pair.size() == 2
            && pair.path(0).isTextual()
            && pair.path(1).isNumber()
            && Math.abs(pair.path(1).asDouble()) <= Limits.PIECE_SCORE;
    if (!isScored) {
      throw Member.wrong(
          "piece",
          pair,
          "a text and a number from %.0f to %.0f"
              .formatted(-Limits.PIECE_SCORE, Limits.PIECE_SCORE));
    }
    return pair.path(0).asText();
  }

  /**
   * Checks that a merge joins two pieces to a third, which the native library takes for granted.
   */
  private static void checkMerge(JsonNode merge, JsonNode vocabulary)
      throws MalformedFileException {
    String text = merge.asText();
    if (text.startsWith("#version")) {
      return;
    }
    int space = text.indexOf(' ');
    boolean isPair = merge.size() == 2 && merge.valueStream().allMatch(JsonNode::isTextual);
    if (!isPair && space < 0) {
      throw Member.wrong("merge", merge, "of two pieces");
    }
    String left = isPair ? merge.path(0).asText() : text.substring(0, space);
    String right = isPair ? merge.path(1).asText() : text.substring(space + 1);
    if (!(vocabulary.has(left) && vocabulary.has(right) && vocabulary.has(left + right))) {
      throw new MalformedFileException(
          "merges '%s' and '%s', which with what they make should be in its vocab"
              .formatted(PrintableName.of(left), PrintableName.of(right)));
    }
  }
}
