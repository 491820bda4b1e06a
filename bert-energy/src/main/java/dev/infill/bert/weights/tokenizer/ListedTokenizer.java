package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.UnusedRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The tokenizer of a model that has a list of tokens, {@code vocab.txt}, in place of its file. */
public final class ListedTokenizer {
  private static final String FORM =
      """
      {"version": "1.0", "added_tokens": [], "normalizer": null, "pre_tokenizer": null,
       "post_processor": {"type": "TemplateProcessing",
         "single": [
           {"SpecialToken": {"id": "%1$s", "type_id": 0}},
           {"Sequence": {"id": "A", "type_id": 0}},
           {"SpecialToken": {"id": "%2$s", "type_id": 0}}],
         "pair": [],
         "special_tokens": {
           "%1$s": {"id": "%1$s", "ids": [%3$d], "tokens": ["%1$s"]},
           "%2$s": {"id": "%2$s", "ids": [%4$d], "tokens": ["%2$s"]}}},
       "model": {"type": "WordPiece", "unk_token": "%5$s", "continuing_subword_prefix": "##",
         "max_input_chars_per_word": 100, "vocab": {}}}
      """;

  private final List<String> tokens;
  private final String mask;
  private final ObjectNode json;

  private ListedTokenizer(
      List<String> tokens, String start, String end, String unknown, String mask)
      throws IOException {
    for (String token : List.of(start, end, unknown, mask)) {
      if (!tokens.contains(token)) {
        throw new MalformedFileException("lacks the special token " + token);
      }
    }
    this.tokens = tokens;
    this.mask = mask;
    String form = FORM.formatted(start, end, tokens.indexOf(start), tokens.indexOf(end), unknown);
    json = (ObjectNode) BoundedJson.object(form.getBytes(StandardCharsets.UTF_8), Long.MAX_VALUE);
    ObjectNode vocabulary = (ObjectNode) json.path("model").path("vocab");
    for (int id = 0; id < tokens.size(); id++) {
      vocabulary.put(tokens.get(id), id);
    }
  }

  private void addSpecial(String token) {
    ((ArrayNode) json.path("added_tokens"))
        .addObject()
        .put("id", tokens.indexOf(token))
        .put("content", token)
        .put("special", true);
  }

  private TokenizerFile file(int size) throws IOException {
    return TokenizerFile.of(json, Optional.of(mask), size);
  }

  /**
   * Returns BERT's tokenizer: Google's normalizer, words that end at white space and punctuation,
   * their longest pieces from the left, and {@code [CLS] … [SEP]} around them. A word of more than
   * 100 characters is unknown.
   *
   * @param tokens the word pieces in order of their ids
   * @param lowerCase whether upper case and accents are removed before a text is cut
   * @param size V, the number of word embeddings, at least as many
   * @throws MalformedFileException if there are more, or a special token is missing; the message
   *     continues the list's name
   */
  public static TokenizerFile ofWordPieces(List<String> tokens, boolean lowerCase, int size)
      throws IOException {
    List<String> rows = UnusedRows.named(tokens, size);
    ListedTokenizer made = new ListedTokenizer(rows, "[CLS]", "[SEP]", "[UNK]", "[MASK]");
    made.addSpecial("[MASK]");
    made.json
        .putObject("normalizer")
        .put("type", "BertNormalizer")
        .put("clean_text", true)
        .put("handle_chinese_chars", true)
        .put("strip_accents", lowerCase)
        .put("lowercase", lowerCase);
    made.json.putObject("pre_tokenizer").put("type", "BertPreTokenizer");
    return made.file(size);
  }

  /**
   * Returns the tokenizer of protein models ({@code EsmTokenizer} of transformers): each letter is
   * a token, with spaces between letters or without. Characters that stand together and are no
   * tokens are one unknown token.
   *
   * @param tokens letters and, in angle brackets, special tokens in order of their ids
   * @param size V, the number of word embeddings, at least as many
   * @throws MalformedFileException if there are others, or a special token is missing; the message
   *     continues the list's name
   */
  public static TokenizerFile ofLetters(List<String> tokens, int size) throws IOException {
    ListedTokenizer made = new ListedTokenizer(tokens, "<cls>", "<eos>", "<unk>", "<mask>");
    ArrayNode steps =
        made.json.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
    steps.addObject().put("type", "WhitespaceSplit");
    // A special token that a user writes is cut here, and becomes unknown letters.
    putSplit(steps, "<");
    for (String token : tokens) {
      if (token.codePointCount(0, token.length()) == 1) {
        putSplit(steps, token);
      } else if (token.startsWith("<") && token.endsWith(">")) {
        made.addSpecial(token);
      } else {
        throw new MalformedFileException(
            "holds the token '%s': a tokenizer of letters has single ones, and others in <>"
                .formatted(PrintableName.of(token)));
      }
    }
    return made.file(size);
  }

  private static void putSplit(ArrayNode steps, String letter) {
    ObjectNode step = steps.addObject().put("type", "Split");
    step.putObject("pattern").put("String", letter);
    step.put("behavior", "Isolated").put("invert", false);
  }
}
