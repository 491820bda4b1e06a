package dev.infill.bert.tokenizer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.Vocabulary;

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
record TokenizerJson(
    Vocabulary vocabulary, boolean lowerCase, int unknown, int start, int end, int mask) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The longest word that is cut into pieces; a longer one is unknown (as Hugging Face's BERT). */
  private static final int MAX_WORD_LENGTH = 100;

  String write() {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("version", "1.0").putNull("truncation").putNull("padding");
    ObjectNode added = root.putArray("added_tokens").addObject();
    added.put("id", mask).put("content", BlankedText.MASK).put("special", true);
    added.put("single_word", false).put("normalized", false);
    added.put("lstrip", false).put("rstrip", false);
    root.putObject("normalizer")
        .put("type", "BertNormalizer")
        .put("clean_text", true)
        .put("handle_chinese_chars", true)
        .put("strip_accents", lowerCase)
        .put("lowercase", lowerCase);
    root.putObject("pre_tokenizer").put("type", "BertPreTokenizer");
    writeTemplate(root.putObject("post_processor"));
    ObjectNode model = root.putObject("model");
    model.put("type", "WordPiece").put("unk_token", vocabulary.token(unknown));
    model.put("continuing_subword_prefix", "##");
    model.put("max_input_chars_per_word", MAX_WORD_LENGTH);
    ObjectNode pieces = model.putObject("vocab");
    for (int id = 0; id < vocabulary.size(); id++) {
      pieces.put(vocabulary.token(id), id);
    }
    try {
      return MAPPER.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and strings is always JSON", e);
    }
  }

  private void writeTemplate(ObjectNode template) {
    template.put("type", "TemplateProcessing");
    ObjectNode specials = template.putObject("special_tokens");
    ArrayNode single = template.putArray("single");
    special(single, specials, start);
    single.addObject().putObject("Sequence").put("id", "A").put("type_id", 0);
    special(single, specials, end);
    template.putArray("pair");
  }

  private void special(ArrayNode template, ObjectNode specials, int id) {
    String token = vocabulary.token(id);
    template.addObject().putObject("SpecialToken").put("id", token).put("type_id", 0);
    ObjectNode special = specials.putObject(token).put("id", token);
    special.putArray("ids").add(id);
    special.putArray("tokens").add(token);
  }
}
