package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.text.BlankedText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A model's tokenizer changed so that texts are plain: the blank is the only control token that is
 * found in them, written {@code [MASK]}, and nothing is cut off, padded or decoded.
 *
 * <p>What the post-processor puts around a text goes by ids and stays as it is.
 *
 * @param added the tokens that the tokenizer finds in texts
 * @param mask the one of a blank
 */
record PlainTexts(List<AddedToken> added, AddedToken mask) {
  /** What no text holds; it stands before the names of special tokens. */
  private static final String UNTYPED = "\u0000";

  /** The tokens that rule how a text is read; all others mean something in one. */
  private static final Pattern CONTROL =
      Pattern.compile(
          "(?i)[\\[<](?:pad|unk|cls|sep|mask|s|/s|bos|eos|unused_?\\d+)[]>]|<\\|[^|]*\\|>");

  /**
   * Returns the ids of tokens that are still found in texts, by how they are written: the mask,
   * those that are text, and special ones that a model was given for its texts, such as the mark of
   * an entity.
   */
  Map<String, Integer> found() {
    Map<String, Integer> ids = new HashMap<>();
    kept().forEach(token -> ids.put(content(token), token.id()));
    ids.put(BlankedText.MASK, mask.id());
    return ids;
  }

  private List<AddedToken> kept() {
    return added.stream().filter(this::isKept).toList();
  }

  private boolean isKept(AddedToken token) {
    return !token.special() || token.equals(mask) || !CONTROL.matcher(token.content()).matches();
  }

  private String content(AddedToken token) {
    return token.equals(mask) ? BlankedText.MASK : token.content();
  }

  /** Changes a {@code tokenizer.json} so, and returns it. */
  String change(ObjectNode json) {
    json.putNull("truncation").putNull("padding").putNull("decoder");
    ArrayNode found = json.putArray("added_tokens");
    kept().forEach(token -> putToken(found.addObject(), token));
    hidePieces(json.path("model").path("vocab"));
    return json.toString();
  }

  private void putToken(ObjectNode json, AddedToken token) {
    boolean isMask = token.equals(mask);
    json.put("id", token.id())
        .put("content", content(token))
        .put("single_word", !isMask && token.singleWord())
        .put("lstrip", token.stripsLeft())
        .put("rstrip", token.stripsRight())
        .put("normalized", !isMask && token.normalized())
        .put("special", token.special());
  }

  /** A unigram model would find a special token in a text like any other of its pieces. */
  private void hidePieces(JsonNode vocabulary) {
    for (AddedToken token : added) {
      if (vocabulary.path(token.id()) instanceof ArrayNode piece && !isKept(token)) {
        piece.set(0, UNTYPED + piece.path(0).asText());
      }
    }
  }
}
