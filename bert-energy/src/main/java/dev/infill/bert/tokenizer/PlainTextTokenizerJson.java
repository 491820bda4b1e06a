package dev.infill.bert.tokenizer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.infill.bert.weights.tokenizer.AddedToken;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.text.BlankedText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
  static List<AddedToken> kept(TokenizerFile file) {
    return file.added().stream()
        .filter(
            token ->
                !token.special()
                    || file.isMask(token)
                    || !CONTROL.matcher(token.content()).matches())
        .toList();
  }

  /** Returns how a token that is kept is written in a text. */
  static String content(TokenizerFile file, AddedToken token) {
    return file.isMask(token) ? BlankedText.MASK : token.content();
  }

  byte[] write() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
            .build();
    try (JsonParser in = factory.createParser(file.json());
        JsonGenerator out = factory.createGenerator(bytes)) {
      in.nextToken();
      out.writeStartObject();
      for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
        in.nextToken();
        out.writeFieldName(field);
        switch (field) {
          case "added_tokens" -> {
            in.skipChildren();
            writeAddedTokens(out);
          }
          case "truncation", "padding", "decoder" -> {
            in.skipChildren();
            out.writeNull();
          }
          case "model" -> copyModel(in, out);
          default -> out.copyCurrentStructure(in);
        }
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("what was read before is no JSON now", e);
    }
    return bytes.toByteArray();
  }

  private void writeAddedTokens(JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (AddedToken token : kept(file)) {
      boolean mask = file.isMask(token);
      out.writeStartObject();
      out.writeNumberField("id", token.id());
      out.writeStringField("content", content(file, token));
      out.writeBooleanField("single_word", !mask && token.singleWord());
      out.writeBooleanField("lstrip", token.stripsLeft());
      out.writeBooleanField("rstrip", token.stripsRight());
      out.writeBooleanField("normalized", !mask && token.normalized());
      out.writeBooleanField("special", token.special());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void copyModel(JsonParser in, JsonGenerator out) throws IOException {
    out.writeStartObject();
    for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
      in.nextToken();
      out.writeFieldName(field);
      if (field.equals("vocab") && in.currentToken() == JsonToken.START_ARRAY) {
        copyPieces(in, out);
      } else {
        out.copyCurrentStructure(in);
      }
    }
    out.writeEndObject();
  }

  /** A unigram model would find a special token in a text like any other of its pieces. */
  private void copyPieces(JsonParser in, JsonGenerator out) throws IOException {
    List<AddedToken> kept = kept(file);
    Set<Integer> special =
        file.added().stream()
            .filter(token -> token.special() && !kept.contains(token))
            .map(AddedToken::id)
            .collect(Collectors.toSet());
    out.writeStartArray();
    for (int id = 0; in.nextToken() != JsonToken.END_ARRAY; id++) {
      in.nextToken();
      out.writeStartArray();
      out.writeString((special.contains(id) ? UNTYPED : "") + in.getText());
      in.nextToken();
      out.copyCurrentEvent(in);
      in.nextToken();
      out.writeEndArray();
    }
    out.writeEndArray();
  }
}
