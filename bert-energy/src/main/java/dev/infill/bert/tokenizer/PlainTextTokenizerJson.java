package dev.infill.bert.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.JsonTree;
import dev.infill.bert.weights.tokenizer.AddedToken;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.text.BlankedText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A model's tokenizer changed so that texts are plain: of the special tokens that all models have
 * only the blank is found in them, written {@code [MASK]}, and nothing is cut off, padded or
 * decoded.
 *
 * <p>What the post-processor puts around a text goes by ids and stays as it is.
 */
record PlainTextTokenizerJson(TokenizerFile file) {
  /** What no text holds; it stands before the names of special tokens. */
  private static final String UNTYPED = "\u0000";

  /** The tokens that rule how a text is read; all others mean something in one. */
  private static final Pattern CONTROL =
      Pattern.compile(
          "(?i)[\\[<](?:pad|unk|cls|sep|mask|s|/s|bos|eos|unused_?\\d+)[]>]|<\\|[^|]*\\|>");

  /**
   * Returns the added tokens that are still found in texts: the mask, those that are text, and
   * special ones that a model was given for its texts, such as the mark of an entity.
   */
  List<AddedToken> kept() {
    return file.added().stream()
        .filter(
            token ->
                !token.special()
                    || file.isMask(token)
                    || !CONTROL.matcher(token.content()).matches())
        .toList();
  }

  /** Returns how a token that is kept is written in a text. */
  String content(AddedToken token) {
    return file.isMask(token) ? BlankedText.MASK : token.content();
  }

  byte[] write() {
    try {
      ObjectNode json = (ObjectNode) BoundedJson.object(file.json(), Long.MAX_VALUE);
      json.putNull("truncation").putNull("padding").putNull("decoder");
      ArrayNode added = json.putArray("added_tokens");
      kept().forEach(token -> putToken(added.addObject(), token));
      hidePieces(json.path("model").path("vocab"));
      return JsonTree.bytes(json);
    } catch (IOException e) {
      throw new UncheckedIOException("what was read before is no JSON now", e);
    }
  }

  private void putToken(ObjectNode json, AddedToken token) {
    boolean mask = file.isMask(token);
    json.put("id", token.id())
        .put("content", content(token))
        .put("single_word", !mask && token.singleWord())
        .put("lstrip", token.stripsLeft())
        .put("rstrip", token.stripsRight())
        .put("normalized", !mask && token.normalized())
        .put("special", token.special());
  }

  /** A unigram model would find a special token in a text like any other of its pieces. */
  private void hidePieces(JsonNode vocabulary) {
    List<AddedToken> kept = kept();
    for (AddedToken token : file.added()) {
      if (vocabulary.path(token.id()) instanceof ArrayNode piece
          && token.special()
          && !kept.contains(token)) {
        piece.set(0, UNTYPED + piece.path(0).asText());
      }
    }
  }
}
