package dev.infill.bert.tokenizer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.Vocabulary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * BERT's tokenizer in the form that the Hugging Face tokenizers read: Google's normaliser,
 * splitting at white space and punctuation, greedy longest-match word pieces, and {@code [CLS] …
 * [SEP]} around them.
 *
 * @param vocabulary the word pieces
 * @param lowerCase whether upper case and accents are removed
 * @param unknown the id of {@code [UNK]}
 * @param start the id of {@code [CLS]}
 * @param end the id of {@code [SEP]}
 * @param mask the id of {@code [MASK]}
 */
record WordPieceJson(
    Vocabulary vocabulary, boolean lowerCase, int unknown, int start, int end, int mask) {
  /** The longest word that is cut into pieces; a longer one is unknown (as Hugging Face's BERT). */
  private static final int MAX_WORD_LENGTH = 100;

  byte[] write() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("version", "1.0");
      json.writeNullField("truncation");
      json.writeNullField("padding");
      writeAddedTokens(json);
      writeSteps(json);
      writeTemplate(json);
      writeModel(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing into memory failed", e);
    }
    return bytes.toByteArray();
  }

  private void writeAddedTokens(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("added_tokens");
    json.writeStartObject();
    json.writeNumberField("id", mask);
    json.writeStringField("content", BlankedText.MASK);
    json.writeBooleanField("special", true);
    for (String option : List.of("single_word", "lstrip", "rstrip", "normalized")) {
      json.writeBooleanField(option, false);
    }
    json.writeEndObject();
    json.writeEndArray();
  }

  private void writeSteps(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("normalizer");
    json.writeStringField("type", "BertNormalizer");
    json.writeBooleanField("clean_text", true);
    json.writeBooleanField("handle_chinese_chars", true);
    json.writeBooleanField("strip_accents", lowerCase);
    json.writeBooleanField("lowercase", lowerCase);
    json.writeEndObject();
    json.writeObjectFieldStart("pre_tokenizer");
    json.writeStringField("type", "BertPreTokenizer");
    json.writeEndObject();
  }

  private void writeTemplate(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("post_processor");
    json.writeStringField("type", "TemplateProcessing");
    json.writeArrayFieldStart("single");
    writePart(json, "SpecialToken", vocabulary.token(start));
    writePart(json, "Sequence", "A");
    writePart(json, "SpecialToken", vocabulary.token(end));
    json.writeEndArray();
    json.writeArrayFieldStart("pair");
    json.writeEndArray();
    json.writeObjectFieldStart("special_tokens");
    for (int id : new int[] {start, end}) {
      json.writeObjectFieldStart(vocabulary.token(id));
      json.writeStringField("id", vocabulary.token(id));
      json.writeFieldName("ids");
      json.writeArray(new int[] {id}, 0, 1);
      json.writeFieldName("tokens");
      json.writeArray(new String[] {vocabulary.token(id)}, 0, 1);
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writePart(JsonGenerator json, String kind, String id) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart(kind);
    json.writeStringField("id", id);
    json.writeNumberField("type_id", 0);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void writeModel(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("model");
    json.writeStringField("type", "WordPiece");
    json.writeStringField("unk_token", vocabulary.token(unknown));
    json.writeStringField("continuing_subword_prefix", "##");
    json.writeNumberField("max_input_chars_per_word", MAX_WORD_LENGTH);
    json.writeObjectFieldStart("vocab");
    for (int id = 0; id < vocabulary.size(); id++) {
      json.writeNumberField(vocabulary.token(id), id);
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
